"""`pitboss tote`: one module a command."""
