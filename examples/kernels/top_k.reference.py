import numpy as np


def reference(a):
    count = a["values"].shape[1]
    places = np.argsort(-a["x"], axis=1, kind="stable")[:, :count]
    return {"values": np.take_along_axis(a["x"], places, axis=1), "places": places}
