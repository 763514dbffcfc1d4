import numpy as np


def reference(a):
    q, p, beta = a["student"].astype(np.float64), a["teacher"].astype(np.float64), a["beta"]
    power_p, power_q = beta * np.exp(p), (1.0 - beta) * np.exp(q)
    middle = np.log(power_p + power_q)
    size = power_p * (np.abs(p) + np.abs(middle)) + power_q * (np.abs(q) + np.abs(middle))
    loss = power_p * (p - middle) + power_q * (q - middle)
    return {"loss": (loss.sum(axis=1), size.sum(axis=1)),
            "gradient": (power_q * (q - middle), power_q * (np.abs(q) + np.abs(middle)))}
