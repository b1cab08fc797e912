"""The house's own stream: its people, terminals, approvals by a second person, and alarms."""
