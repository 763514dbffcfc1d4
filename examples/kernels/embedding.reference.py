def reference(a):
    return {"out": a["table"][a["tokens"]]}
