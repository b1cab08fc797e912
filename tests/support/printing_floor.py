"""A tote day whose terminals have printers, for tests: printers that wait for a word, and a floor that knows them."""

import threading

from pitboss.floor.devices.printer import Printed
from pitboss.floor.devices.printing import Printing
from pitboss.floor.people.house import HOUSE_STREAM
from tests.support.driven import need
from tests.support.tote_floor import DAY, ToteFloor
from tests.support.web_process import WAIT_SECONDS_MAX, until

__all__ = ["Gated", "PrintingFloor"]


class Gated:
    """A printer that prints when it is told to."""

    def __init__(self, outcome=None):
        self.outcome, self.go, self.layouts = outcome or Printed(), threading.Event(), []

    def print(self, layout):
        """Wait for the word."""
        self.layouts.append(layout)
        need(self.go.wait(WAIT_SECONDS_MAX), "nobody let the printer go on")
        return self.outcome

    def trouble(self):
        """Be ready."""


class PrintingFloor(ToteFloor):
    """A tote day with a printer at T1."""

    def __init__(self, floor, printer, terminal="T1"):
        super().__init__(floor)
        self.printer, self.terminal = printer, terminal
        self.printing = self.started()

    def started(self):
        """Return the printers of a new start of the house."""
        printing = Printing(self.floor)
        self.floor.gates, self.floor.listeners = [printing.refuse_unprinted], [printing.hear]
        printing.add(self.terminal, self.printer, "tote")
        printing.forget()
        printing.attach("tote", DAY)
        printing.start()
        return printing

    @property
    def known(self):
        """Return the last serial whose fate is recorded."""
        return self.state(HOUSE_STREAM).printed[self.terminal][1]

    def wait(self, serial):
        """Wait until a ticket's fate is recorded and its terminal may sell."""
        until(lambda: self.printing._machines[self.terminal].known[DAY] == serial)
