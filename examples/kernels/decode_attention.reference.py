import numpy as np


def gathered(paged, chosen, length):
    """[head, token, depth] of a request, from its pages of [slot, head, depth]."""
    tokens = paged[chosen].reshape(-1, *paged.shape[2:])[:length]
    return tokens.transpose(1, 0, 2).astype(np.float64)


def reference(a):
    query = a["query"].astype(np.float64)  # [request, head, shared, depth]
    page = a["keys"].shape[1]
    parts, largests, weights = (np.zeros(a[name].shape)
                                for name in ("parts", "largests", "weights"))
    sizes = np.zeros_like(parts)
    largests[:] = -1e30
    for request, length in enumerate(a["lengths"]):
        chosen = a["pages"][request]
        keys, values = (gathered(a[name], chosen, length) for name in ("keys", "values"))
        count = parts.shape[3]
        step = len(chosen) * page // count
        score = query[request] @ keys.transpose(0, 2, 1) * a["scale"]
        for part in range(count):
            here = slice(part * step, (part + 1) * step)
            if part * step >= length:
                continue
            largest = score[:, :, here].max(axis=2, keepdims=True)
            share = np.exp(score[:, :, here] - largest)
            largests[request, :, :, part] = largest[:, :, 0]
            weights[request, :, :, part] = share.sum(axis=2)
            parts[request, :, :, part] = share @ values[:, here]
            sizes[request, :, :, part] = share @ np.abs(values[:, here])
    return {"parts": (parts, sizes), "largests": largests, "weights": weights}
