#!/usr/bin/env python3
"""Engines that misbehave, for the tests of the arena: `zoo.py KIND [FILE]`.

All shake hands properly, unless their kind says otherwise, and know Matches well enough to take one match a move.
"""

import os
import signal
import sys
import time

KIND = sys.argv[1]


def say(line):
    print(line, flush=True)


def child():
    """A child that would live on for ever; its number goes to the file."""
    number = os.fork()
    if number == 0:
        while True:
            time.sleep(60)
    with open(sys.argv[2], "a") as file:
        file.write(f"{number}\n")


def move_time(words):
    return int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else 0.1


def go(words):
    if KIND == "mute":
        return
    elif KIND in ("sleeper", "recorded"):
        time.sleep(3600)
    elif KIND == "late":
        time.sleep(move_time(words) + 0.5)
    elif KIND == "dies":
        print("I cannot go on", file=sys.stderr)
        sys.exit(3)
    elif KIND == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif KIND == "garbage":
        for _ in range(20):
            say("\x00\xff what is a game anyway \x1b[2J")
        return
    elif KIND == "moveless":
        say("bestmove")
        return
    elif KIND == "illegal":
        say("bestmove 9")
        return
    elif KIND == "hog":
        hoard = bytearray(2 << 30)
        say(f"info string {len(hoard)}")
    elif KIND == "quiet-hog":
        # Allocates little by little and ends without a word.
        hoard = []
        try:
            while True:
                hoard.append(bytearray(1 << 20))
        except MemoryError:
            time.sleep(0.5)
            os._exit(7)
    elif KIND == "orphan":
        child()
        os._exit(4)
    elif KIND == "closes":
        os.close(1)
        time.sleep(3600)
    elif KIND == "floods":
        while True:
            sys.stdout.write("info string " + "x" * 1000 + "\n")
    elif KIND == "floods-a-line":
        while True:
            sys.stdout.write("x" * 4096)
    elif KIND == "floods-errors":
        for _ in range(1000):
            sys.stderr.write("y" * 4096)
    say("info depth 1 score win 3 nodes 7 time 1 pv 1")
    say("bestmove 1")
    if KIND == "eager":
        # A second answer, to a question that nobody asked.
        say("bestmove 2")


def run():
    if KIND == "parent":
        child()
    if KIND == "recorded":
        with open(sys.argv[2], "a") as file:
            file.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            if KIND == "deaf":
                continue
            if KIND == "stillborn":
                sys.exit("no licence")
            say(f"id name zoo {KIND}")
            if KIND not in ("plain", "wrong-game"):
                say("option name Game type combo default matches var matches")
            say("ugiok")
        elif command == "isready" and KIND != "never-ready":
            say("readyok")
        elif command == "query" and words == ["gameover"]:
            say("response " + ("maybe" if KIND == "unsure" else "false"))
        elif command == "query" and words == ["position"] and KIND == "wrong-game":
            say("response 15 1")
        elif command == "go":
            go(words)
        elif command == "quit" and KIND != "stubborn":
            return


run()
