"""Threads, Ctrl-C, progress."""
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import DOUBLE_PENDULUM, FOUR_BAR, WISHBONE

import bricard


def test_threads_run_one_model_and_get_the_same_numbers():
    model = bricard.read(WISHBONE)
    alone = model.run()
    with ThreadPoolExecutor(4) as pool:
        for run in pool.map(lambda _: model.run(), range(12)):
            assert run == alone


def test_threads_with_models_of_their_own():
    model = bricard.read(WISHBONE)

    def camber(z):
        mine = model.copy()
        mine["UBJ.z"] = z
        return mine.run()["camber"].max()

    heights = [305 + 5 * i for i in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(camber, heights)) == [camber(z) for z in heights]
    assert model["UBJ.z"] == 325


def test_other_threads_go_on_while_it_computes():
    model = bricard.read(FOUR_BAR)
    counted, over = 0, threading.Event()

    def count():
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    model.run(duration=60, tolerance=1e-10)
    over.set()
    thread.join()
    assert counted - before > 5


def test_a_simulation_is_used_by_one_thread_at_a_time():
    model = bricard.read(DOUBLE_PENDULUM)
    simulation = model.simulation(duration=2000, tolerance=1e-10)
    refused = []

    def advance():
        try:
            simulation.advance(1000)
        except bricard.Error as error:
            refused.append(str(error))

    threads = [threading.Thread(target=advance) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1 and "another thread" in refused[0]


def test_progress_rises_and_what_it_raises_ends_the_run():
    model = bricard.read(DOUBLE_PENDULUM)
    seen = []
    model.run(duration=100, tolerance=1e-10, progress=seen.append)
    assert seen and seen == sorted(seen) and 0 <= seen[0] and seen[-1] <= 1

    def enough(fraction):
        raise LookupError("enough")

    began = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        model.run(duration=10_000, tolerance=1e-10, progress=enough)
    assert time.monotonic() - began < 20


CODE = """
import sys, bricard
model = bricard.read(sys.argv[1])
print("begins", flush=True)
try:
    if sys.argv[2] == "run":
        model.run(duration=50_000)
    model.simulation(duration=50_000).advance(49_999)
except bricard.Interrupted as interrupted:
    print("rows", len(interrupted.run), interrupted.run.status)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("how", ["run", "simulation"])
def test_ctrl_c_works_and_keeps_what_was_computed(how):
    process = subprocess.Popen([sys.executable, "-c", CODE, DOUBLE_PENDULUM, how], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout.readline() == "begins\n"
    time.sleep(1)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=120)[0]
    assert process.returncode == 0 and time.monotonic() - began < 60
    assert said.startswith("rows") and said.endswith("stopped\n") and int(said.split()[1]) > 1 if how == "run" else said == "interrupted\n"
