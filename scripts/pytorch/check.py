"""Prints how far whylight.py is from Whylight, as JSON lines.

    python3 scripts/pytorch/check.py layers tests/golden/layers/*
    python3 scripts/pytorch/check.py models FOLDER ANSWERS ...

`layers`: of folders with spec.json, input.safetensors and expected.safetensors,
{"name", "error"}, or "refused" with what is not in whylight.py. `models`: of pairs
of a model folder and JSON lines of {"words", "probabilities"}.
"""

import json
import os
import sys

import torch

import whylight


def check_layer(folder):
    name = os.path.basename(os.path.normpath(folder))
    with open(os.path.join(folder, "spec.json"), encoding="utf-8") as file:
        spec = json.load(file)
    tensors = whylight.read_tensors(os.path.join(folder, "input.safetensors"))
    expected = whylight.read_tensors(os.path.join(folder, "expected.safetensors"))["h"]
    x = tensors.pop("x")
    if "mask" in tensors:
        return {"name": name, "refused": "masks are not in this file"}
    try:
        found = whylight.Layer(spec, tensors)(x)
    except ValueError as error:
        return {"name": name, "refused": str(error)}
    return {"name": name, "error": (found - expected).abs().max().item()}


def check_model(folder, answers):
    model = whylight.load(folder)
    error = 0.0
    with open(answers, encoding="utf-8") as file:
        for line in file:
            answer = json.loads(line)
            found = model(answer["words"]).softmax(-1)
            expected = torch.tensor(answer["probabilities"])
            error = max(error, (found - expected).abs().max().item())
    return {"name": os.path.basename(os.path.normpath(folder)), "error": error}


def main():
    kind, *paths = sys.argv[1:]
    with torch.no_grad():
        if kind == "layers":
            results = [check_layer(folder) for folder in paths]
        else:
            results = [check_model(*pair) for pair in zip(paths[::2], paths[1::2])]
    for result in results:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
