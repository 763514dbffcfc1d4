import numpy as np
from number_formats import decode


def reference(a):
    gate, up = decode(a["gate"], "bf16"), decode(a["up"], "bf16")
    bent = np.sqrt(2.0 / np.pi) * (gate + 0.044715 * gate**3)
    return {"out": 0.5 * gate * (1.0 + np.tanh(bent)) * up}
