#!/usr/bin/env python3
"""A small engine for Athos's arena: Matches and Nim, played perfectly, in plain Python.

It speaks the protocol of docs/ENGINE-PROTOCOL.md and knows its own rules: nothing here asks Athos anything. Try it:

    athos arena --check "python3 examples/engine.py" --game nim
    athos arena nim "python3 examples/engine.py" random --games 10
"""

import sys


class Matches:
    """One pile; whoever takes the last match loses, unless the rules say otherwise."""

    defaults = {"pile": "21", "takes": "1-3", "play": "misere", "terminal": "1"}

    def __init__(self, rules):
        self.pile = int(rules["pile"])
        self.takes = set()
        for part in rules["takes"].split("+"):
            first, _, last = part.partition("-")
            self.takes |= set(range(int(first), int(last or first) + 1))
        self.misere = rules["play"] == "misere"
        self.terminal = int(rules["terminal"])

    def start(self):
        return (self.pile, 0)

    def read(self, text):
        left, player = text.split()
        return (int(left), {"1": 0, "0": 1}[player])

    def show(self, position):
        left, player = position
        return f"{left} {1 - player}"

    def moves(self, position):
        return [str(take) for take in sorted(self.takes) if take <= position[0] - self.terminal]

    def play(self, position, move):
        return (position[0] - int(move), 1 - position[1])

    def winner(self, position):
        """The winner's number, once there is no move."""
        left, player = position
        takes_last = left > 0 and left in self.takes
        return player if takes_last != self.misere else 1 - player

    def wins(self, position):
        """Backward induction: a pile is won if some take leaves a lost one."""
        won = []
        for left in range(position[0] + 1):
            here = (left, 0)
            moves = self.moves(here)
            won.append(any(not won[left - int(move)] for move in moves) if moves else self.winner(here) == 0)
        return won[-1]


class Nim:
    """Several heaps; whoever takes the last object wins, unless the rules say otherwise."""

    defaults = {"heaps": "3+4+5", "play": "normal"}

    def __init__(self, rules):
        self.heaps = tuple(int(size) for size in rules["heaps"].split("+"))
        self.misere = rules["play"] == "misere"

    def start(self):
        return (self.heaps, 0)

    def read(self, text):
        sizes, player = text.split()
        return (tuple(int(size) for size in sizes.split(",")), {"1": 0, "0": 1}[player])

    def show(self, position):
        sizes, player = position
        return f"{','.join(map(str, sizes))} {1 - player}"

    def moves(self, position):
        return [f"{chr(97 + heap)}{take}" for heap, size in enumerate(position[0]) for take in range(1, size + 1)]

    def play(self, position, move):
        sizes = list(position[0])
        sizes[ord(move[0]) - 97] -= int(move[1:])
        return (tuple(sizes), 1 - position[1])

    def winner(self, position):
        return position[1] if self.misere else 1 - position[1]

    def wins(self, position):
        """Bouton's theory: the nim-sum decides, but for heaps of one only in misere play."""
        nim_sum = 0
        for size in position[0]:
            nim_sum ^= size
        if self.misere and max(position[0]) <= 1:
            return nim_sum == 0
        return nim_sum != 0


GAMES = {"matches": Matches, "nim": Nim}


class Engine:
    def __init__(self):
        self.game_name = "matches"
        self.set_rules("")
        self.waiting = None  # The answer to `go infinite`, until `stop`.

    def say(self, line):
        print(line, flush=True)

    def set_rules(self, text):
        rules = dict(GAMES[self.game_name].defaults)
        for part in filter(None, text.split(",")):
            key, _, value = part.partition("=")
            if key not in rules:
                raise ValueError(f"no rule {key}")
            rules[key] = value
        self.game = GAMES[self.game_name](rules)
        self.position = self.game.start()

    def set_option(self, words):
        name, _, value = " ".join(words[1:]).partition(" value ")
        value = value.strip()
        if name.lower() == "game":
            if value not in GAMES:
                raise ValueError(f"no game {value}")
            self.game_name = value
            self.set_rules("")
        elif name.lower() == "rules":
            self.set_rules("" if value == "<empty>" else value)

    def set_position(self, words):
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        text = words[1 : words.index("moves")] if "moves" in words else words[1:]
        position = self.game.start() if words[0] == "startpos" else self.game.read(" ".join(text))
        for move in moves:
            if move not in self.game.moves(position):
                raise ValueError(f"{move} is not legal in {self.game.show(position)}")
            position = self.game.play(position, move)
        self.position = position

    def query(self, question):
        moves = self.game.moves(self.position)
        if question == "gameover":
            return "false" if moves else "true"
        if question == "p1turn":
            return "true" if self.position[1] == 0 else "false"
        if question == "result":
            return "none" if moves else f"p{self.game.winner(self.position) + 1}win"
        if question == "moves":
            return " ".join(moves)
        if question == "position":
            return self.game.show(self.position)
        if question == "value":
            if moves:
                return "win" if self.game.wins(self.position) else "loss"
            return "win 0" if self.game.winner(self.position) == self.position[1] else "loss 0"
        raise ValueError(f"no question {question}")

    def best_move(self):
        """A move to a position that is lost for the opponent, or else the first: the smallest take."""
        moves = self.game.moves(self.position)
        if not moves:
            return "none"
        for move in moves:
            after = self.game.play(self.position, move)
            over = not self.game.moves(after)
            if self.game.winner(after) == self.position[1] if over else not self.game.wins(after):
                self.say(f"info depth 1 score mate 1000 nodes {len(moves)} pv {move}")
                return move
        self.say(f"info depth 1 score mate -1000 nodes {len(moves)} pv {moves[0]}")
        return moves[0]

    def obey(self, line):
        """Does what a line says; false when it is time to go."""
        command, *words = line.split() or [""]
        if command == "ugi":
            self.say("id name Theory")
            self.say("id author The Athos authors")
            self.say("option name Game type combo default matches var matches var nim")
            self.say("option name Rules type string default <empty>")
            self.say("ugiok")
        elif command == "isready":
            self.say("readyok")
        elif command == "setoption":
            self.set_option(words)
        elif command == "position":
            self.set_position(words)
        elif command == "query":
            self.say("response " + self.query(*words[:1]))
        elif command == "go":
            answer = "bestmove " + self.best_move()
            if "infinite" in words:
                self.waiting = answer
            else:
                self.say(answer)
        elif command == "stop" and self.waiting:
            self.say(self.waiting)
            self.waiting = None
        return command != "quit"

    def run(self):
        for line in sys.stdin:
            try:
                if not self.obey(line):
                    return
            except (ValueError, IndexError, KeyError, TypeError) as error:
                self.say(f"info string {type(error).__name__}: {error}")


if __name__ == "__main__":
    Engine().run()
