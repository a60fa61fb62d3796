# Plays the move with the largest sum of features: undercard run knife-fight --bots "exec:python3 bot.py,random"
import json
import sys

json.loads(sys.stdin.readline())  # the game, and the names of its features
print(json.dumps({"undercard": 1, "wants": ["features"], "repeatable": True}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "decisions" in message:  # other messages have the settings of a game
        moves = []
        for decision in message["decisions"]:
            worth = [sum(features) for features in decision["features"]]
            moves.append(worth.index(max(worth)))
        print(json.dumps({"batch": message["batch"], "moves": moves}), flush=True)
