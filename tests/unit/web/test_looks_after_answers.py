"""Whoever has an answer and looks then sees what was answered, though screens are told of it a moment later."""

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.support.web_house import until, web_house, written_house
from tests.support.web_process import WAIT_SECONDS_MAX
from tests.support.web_trial import EQUIPMENT, Trial

STREAM = "automatic-1"


def test_a_look_after_an_answer_is_not_the_one_of_before(tmp_path):
    """A page that asks as soon as it has its answer is given no view of before it, and none would come by itself."""
    with web_house(written_house(tmp_path)) as web, ThreadPoolExecutor(1) as pool:
        trial, is_told = Trial(web), threading.Event()
        dealer, supervisor = trial["dealer"], trial["pit-supervisor"]

        def looked():
            return supervisor.get(f"/api/streams/{STREAM}").json()["version"]

        def waited(_):
            is_told.wait(WAIT_SECONDS_MAX)

        before = looked()
        web.live.floor.listeners.append(waited)
        answer = trial.do(dealer, STREAM, "table.inspect_equipment/1", items=EQUIPMENT)
        looking = pool.submit(looked)
        until(lambda: looking.done() or web.server.hub.models._asked)
        is_told.set()
        assert before < answer["last"] == looking.result()
