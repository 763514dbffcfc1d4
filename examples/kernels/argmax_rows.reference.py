import numpy as np


def reference(a):
    return {"values": a["x"].max(axis=1), "places": np.argmax(a["x"], axis=1)}
