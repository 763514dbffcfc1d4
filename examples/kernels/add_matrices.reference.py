def reference(a):
    return {"out": a["x"] + a["y"]}
