import numpy as np
from number_formats import decode


def step_by_step(query, key, value, decay):
    """The recurrence itself: S = decay * S + k^T * v and out = q * S for each token."""
    state = np.zeros((len(query), query.shape[2], value.shape[2]))
    out = np.zeros(value.shape)
    for token in range(query.shape[1]):
        outer = key[:, token, :, None] * value[:, token, None, :]
        state = decay[:, None, None] * state + outer
        out[:, token] = (query[:, token, None, :] @ state)[:, 0]
    return out, state


def reference(a):
    parts = [decode(a[name], "bf16") for name in ("query", "key", "value")]
    decay = a["decays"].astype(np.float64)
    out, state = step_by_step(*parts, decay)
    sizes = step_by_step(*[np.abs(part) for part in parts], decay)
    return {"out": (out, sizes[0]), "state": (state, sizes[1])}
