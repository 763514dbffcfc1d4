def reference(a):
    return {"out": a["x"].transpose(1, 0, 2)}
