def reference(a):
    chosen = a["x"][a["flags"] != 0]
    out = a["out"].copy()
    out[:len(chosen)] = chosen
    return {"out": out, "length": [len(chosen)]}
