"""Whylight's classifiers and layers as modules of PyTorch.

    import whylight
    model = whylight.load("models/sentiment")
    probabilities = model(["a", "fine", "film"]).softmax(-1)

A model folder is read as it is. A text is a list of words, in lower case and
split as Whylight splits them; unknown words are zero vectors. One text at a time
is read, without dropout and without masks. Parameters keep the names and shapes
of docs/reference/layers.md, so that a state dict says which is which.

Copy this file wherever you need it: it stands on PyTorch and NumPy alone.
"""

import json
import os
import struct

import numpy
import torch
from torch import nn

_DTYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "U8": "u1",
    "I8": "i1",
    "BOOL": "?",
}
_ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu, "identity": lambda x: x}


def read_tensors(path):
    """{name: tensor} of a safetensors file, as 32-bit floats; numbers of 8 bits
    times the scales of their rows."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    found = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        if entry["dtype"] not in _DTYPES:
            raise ValueError(f"{path}: {name}: numbers of type {entry['dtype']} are not read")
        numbers = numpy.frombuffer(data[begin:end], _DTYPES[entry["dtype"]])
        found[name] = torch.from_numpy(numbers.astype("float32").reshape(entry["shape"]))
    for name in [name for name in found if name + ".scale" in found]:
        found[name] = found[name] * found.pop(name + ".scale")[:, None]
    return found


class Layer(nn.Module):
    """A layer of Whylight: [words, inputs] -> [words or windows, outputs].

    `spec` is its specification, `tensors` are its tensors by their names, of which
    it keeps those whose names start with `prefix`.
    """

    def __init__(self, spec, tensors, prefix=""):
        super().__init__()
        self.spec = spec
        self.kind = spec["type"]
        if not hasattr(self, "_" + self.kind):
            raise ValueError(f"{prefix}: layers of type {self.kind} are not in this file")
        if spec.get("quaternion", "none") not in ("none", False):
            raise ValueError(f"{prefix}: maps of quaternions are not in this file")
        inner = {}
        if self.kind == "bidirectional":
            inner = {"forward": spec["layer"], "backward": spec["layer"]}
        elif self.kind == "stacked":
            inner = {str(k + 1): layer for k, layer in enumerate(spec["layers"])}
        elif self.kind == "rcrn":
            gates = ["output"] if spec.get("output") == "printed" else ["forget", "output"]
            inner = {name: dict(spec["layer"]) for name in [*gates, "listener"]}
            if spec.get("output") == "printed":
                inner["listener"] = _with_cells(inner["listener"])
        # A module has an attribute "forward" of its own.
        self.inner = nn.ModuleDict(
            {"_" + name: Layer(layer, tensors, f"{prefix}{name}.") for name, layer in inner.items()}
        )
        self.own = nn.ParameterDict()
        if not inner:
            for name, tensor in tensors.items():
                if name.startswith(prefix):
                    key = name[len(prefix) :].replace(".", "_")
                    # Vectors are rows of a model's file.
                    vector = tensor.dim() == 2 and tensor.shape[0] == 1 and _is_vector(key)
                    self.own[key] = nn.Parameter(tensor[0] if vector else tensor)

    def forward(self, x):
        return getattr(self, "_" + self.kind)(x)

    def _get(self, key, default):
        return self.spec.get(key, default)

    def _affine(self, x, name):
        """W x + b of every row, where there is a b."""
        y = x @ self.own[name + "_W"].T
        return y + self.own[name + "_b"] if name + "_b" in self.own else y

    def _act(self, default="tanh"):
        return _ACTIVATIONS[self._get("activation", default)]

    # --- Recurrences.

    def _rcnn(self, x):
        if self._get("pooling", "sum") == "max":
            raise ValueError("max-pooling over n-grams is not in this file")
        order = self._get("order", 2)
        decay = {"type": "xh", "value": 0.5, **self._get("decay", {})}
        additive = self._get("mapping", "additive") == "additive"
        normalized = self._get("normalized", True)
        same_step = self._get("same_step", False) and not additive
        state = self._get("state", "c")
        own = self.own
        u = [x @ own[f"W_{j + 1}"].T for j in range(order)]
        width = u[0].shape[1]
        zeros = x.new_zeros(width)
        h, c = zeros, [zeros] * order
        # C of the n-grams so far, for the sum that is written out.
        counts = [zeros] * order
        rows = []
        for t in range(len(x)):
            keep = decay["value"]
            if decay["type"] != "constant":
                keep = own["gate_b"]
                if decay["type"] != "trained":
                    keep = keep + own["gate_W"] @ x[t]
                if decay["type"] == "xh":
                    keep = keep + own["gate_U"] @ h
                keep = torch.sigmoid(keep)
            take = 1 - keep if normalized else 1
            before, counted = c, counts
            c, z, counts = [], [], []
            for j in range(order):
                below = zeros if j == 0 else (c if same_step else before)[j - 1]
                many = torch.ones_like(zeros) if j == 0 else counted[j - 1]
                if j == 0:
                    z.append(u[0][t])
                elif not additive:
                    z.append(below * u[j][t])
                else:
                    z.append(below + (u[j][t] if normalized else many * u[j][t]))
                c.append(keep * before[j] + take * z[j])
                counts.append(keep * counted[j] + many)
            if state == "mix":
                s = sum(own["mix"][j] * c[j] for j in range(order))
            else:
                s = {"c": c[-1], "z": z[-1], "sum_c": sum(c), "sum_z": sum(z)}[state]
            if "O" in own:
                s = s @ own["O"]
            if "b" in own:
                s = s + own["b"]
            h_new = self._act()(s)
            if self._get("output_gate", False):
                open_ = own["outgate_W"] @ x[t] + own["outgate_U"] @ h + own["outgate_b"]
                h_new = torch.sigmoid(open_) * h_new
            if self._get("highway", False):
                part = torch.sigmoid(self._affine(x[t], "highway"))
                h_new = part * h_new + (1 - part) * x[t]
            h = h_new
            rows.append(h)
        return torch.stack(rows)

    def _gate(self, name, x, h):
        return self._affine(x, name) + self.own[name + "_U"] @ h

    def _lstm(self, x):
        h = c = x.new_zeros(len(self.own["i_b"]))
        rows = []
        for word in x:
            i, f, o = (torch.sigmoid(self._gate(name, word, h)) for name in "ifo")
            c = f * c + i * torch.tanh(self._gate("g", word, h))
            h = o * torch.tanh(c)
            rows.append(c if self._get("state", "h") == "c" else h)
        return torch.stack(rows)

    def _gru(self, x):
        h = x.new_zeros(len(self.own["z_b"]))
        after = self._get("reset", "before") == "after"
        rows = []
        for word in x:
            z, r = (torch.sigmoid(self._gate(name, word, h)) for name in "zr")
            if after:
                inner = r * (self.own["h_U"] @ h + self.own["h_c"])
            else:
                inner = self.own["h_U"] @ (r * h)
            fresh = torch.tanh(self._affine(word, "h") + inner)
            if self._get("update_gate", "new_state") == "new_state":
                z = 1 - z
            h = z * h + (1 - z) * fresh
            rows.append(h)
        return torch.stack(rows)

    def _elman(self, x, default="tanh"):
        h = x.new_zeros(len(self.own["b"]))
        rows = []
        for word in x:
            h = self._act(default)(self.own["W"] @ word + self.own["U"] @ h + self.own["b"])
            rows.append(h)
        return torch.stack(rows)

    def _irnn(self, x):
        return self._elman(x, "relu")

    # --- Windows, pooling and bags.

    def _convolution(self, x):
        order = self._get("order", 2)
        border = self._get("border", "causal")
        after = order - 1 if border == "wide" else 0
        before = 0 if border == "narrow" else order - 1
        padded = nn.functional.pad(x, (0, 0, before, after))
        windows = len(padded) - order + 1
        parts = [padded[k : k + windows] @ self.own[f"W_{k + 1}"].T for k in range(order)]
        y = parts[0]
        for part in parts[1:]:
            y = y * part if self._get("mapping", "additive") == "multiplicative" else y + part
        return self._act()(y + self.own["b"] if "b" in self.own else y)

    def _pooling(self, x):
        kind = self._get("kind", "max")
        if kind == "last":
            return x[-1:]
        if kind == "average":
            return x.mean(0, keepdim=True)
        if kind == "max":
            return x.max(0, keepdim=True).values
        raise ValueError(f"pooling of kind {kind} is not in this file")

    def _bag(self, x):
        return x.sum(0, keepdim=True) if self._get("mode", "mean") == "sum" else x.mean(0, keepdim=True)

    def _dan(self, x):
        y = x.mean(0, keepdim=True)
        for k in range(self._get("layers", 2)):
            y = self._act()(self._affine(y, str(k + 1)))
        return y

    def _attention(self, x):
        scored = torch.tanh(x @ self.own["W"].T) if self._get("projection", False) else x
        return torch.softmax(scored @ self.own["v"].reshape(-1), 0)[None] @ x

    def _tensor_conv(self, x):
        states = []
        for k in range(self._get("layers", 1)):
            order = self._get("order", 3)
            spec = {
                **{"type": "rcnn", "order": order, "mapping": "multiplicative"},
                **{"normalized": False, "state": "sum_z", "output_matrix": True},
                **{"activation": "relu", "decay": {"type": "constant", "value": self._get("decay", 0.5)}},
            }
            start = f"{k + 1}_"
            own = {key[len(start) :]: value for key, value in self.own.items() if key.startswith(start)}
            x = Layer(spec, own)(x)
            states.append(x)
        y = torch.cat(states, 1)
        return y.mean(0, keepdim=True) if self._get("pooled", False) else y

    # --- Attention.

    def _attend(self, x, prefix=""):
        heads = self._get("heads", 1)
        q, k, v = (self._affine(x, prefix + name) for name in "qkv")
        width = q.shape[1] // heads
        scale = width**0.5 if self._get("score", "scaled") == "scaled" else 1
        read = []
        for head in range(heads):
            part = slice(head * width, (head + 1) * width)
            scores = q[:, part] @ k[:, part].T / scale
            read.append(torch.softmax(scores, 1) @ v[:, part])
        read = torch.cat(read, 1)
        return self._affine(read, prefix + "o") if prefix + "o_W" in self.own else read

    def _self_attention(self, x):
        if self._get("score", "scaled") not in ("scaled", "dot"):
            raise ValueError(f"the score {self.spec['score']} is not in this file")
        return self._attend(x)

    def _positions(self, x):
        width = x.shape[1]
        place = torch.arange(len(x), dtype=torch.float64)[:, None]
        pairs = torch.arange(0, width, 2, dtype=torch.float64)
        angle = place / 10000 ** (pairs / width)
        added = torch.zeros(len(x), width, dtype=torch.float64)
        added[:, 0::2] = torch.sin(angle)
        added[:, 1::2] = torch.cos(angle)[:, : width // 2]
        return x + added.to(x.dtype)

    def _norm(self, x, name):
        return nn.functional.layer_norm(
            x, x.shape[1:], self.own[name + "_g"], self.own[name + "_b"], 1e-5
        )

    def _transformer(self, x):
        def dense(y):
            return self._affine(self._act("relu")(self._affine(y, "1")), "2")

        if self._get("norm", "after") == "before":
            x = x + self._attend(self._norm(x, "attention_norm"), "attention_")
            return x + dense(self._norm(x, "norm"))
        x = self._norm(x + self._attend(x, "attention_"), "attention_norm")
        return self._norm(x + dense(x), "norm")

    # --- Layers of layers.

    def _bidirectional(self, x):
        forward, backward = self.inner["_forward"](x), self.inner["_backward"](x.flip(0))
        return torch.cat([forward, backward.flip(0)], 1)

    def _stacked(self, x):
        every = []
        for layer in self.inner.values():
            x = layer(x)
            every.append(x)
        return torch.cat(every, 1) if self._get("output", "last") == "all" else x

    def _rcrn(self, x):
        gain = self._get("gain", 1)
        output, listener = self.inner["_output"](x), self.inner["_listener"](x)
        if self._get("output", "gated") == "printed":
            return output * listener
        keep = torch.sigmoid(gain * self.inner["_forget"](x))
        c = torch.zeros_like(listener[0])
        rows = []
        for t in range(len(x)):
            c = keep[t] * c + (1 - keep[t]) * listener[t]
            rows.append(torch.sigmoid(gain * output[t]) * c)
        return torch.stack(rows)


def _is_vector(key):
    """Whether a tensor of a layer, by its key, is a vector, kept as one row."""
    return key.split("_")[-1] in ("b", "g", "c", "mix", "v", "u")


def _with_cells(spec):
    """The LSTM of `spec` with its cells as output."""
    if spec["type"] == "bidirectional":
        return {**spec, "layer": _with_cells(spec["layer"])}
    return {**spec, "state": "c"}


class Classifier(nn.Module):
    """A classifier: words of a text -> a logit for each of `labels`."""

    def __init__(self, config, vocabulary, tensors):
        super().__init__()
        if config["task"] != "classifier":
            raise ValueError(f"expected a classifier, found a model for {config['task']}")
        self.labels = config["labels"]
        self.pooling = config["pooling"]
        self.all_layers = config["output"] == "all"
        self.rows = {word: row for row, word in enumerate(vocabulary)}
        self.embedding = nn.Parameter(tensors["embedding"])
        self.layers = nn.ModuleList(
            Layer(spec, tensors, f"layers.{k + 1}.") for k, spec in enumerate(config["layers"])
        )
        self.output = nn.Linear(*tensors["output.W"].shape)
        with torch.no_grad():
            self.output.weight.copy_(tensors["output.W"].T)
            self.output.bias.copy_(tensors["output.b"][0])

    def vectors(self, words):
        """The vector of each word, zeros for those without one."""
        zeros = self.embedding.new_zeros(self.embedding.shape[1])
        rows = [self.rows.get(word) for word in words]
        return torch.stack([zeros if row is None else self.embedding[row] for row in rows])

    def pool(self, x):
        if self.pooling == "last":
            return x[-1]
        return x.max(0).values if self.pooling == "max" else x.mean(0)

    def forward(self, words):
        if len(words) == 0:
            raise ValueError("expected at least one word, found none")
        x = self.vectors(words)
        every = [] if len(self.layers) else [self.pool(x)]
        for layer in self.layers:
            x = layer(x)
            every.append(self.pool(x))
        return self.output(torch.cat(every) if self.all_layers else every[-1])


def load(folder):
    """The classifier in a model folder, ready to be asked."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    with open(os.path.join(folder, "vocab.txt"), encoding="utf-8", newline="\n") as file:
        vocabulary = file.read().split("\n")[:-1]
    tensors = read_tensors(os.path.join(folder, "model.safetensors"))
    return Classifier(config, vocabulary, tensors).eval()
