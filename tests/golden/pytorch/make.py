"""Writes the folders beside it: small modules of PyTorch, and what they answer.

    python3 tests/golden/pytorch/make.py

Each folder has the state dict of a module, the config.json of the same model of
ours, and the probabilities that PyTorch gives a few texts. Needs PyTorch
(Debian: python3-torch), which the tests that read the folders do not.
"""

import json
import os
import struct

import torch
from torch import nn

WORDS = ["<unk>", "foam", "thick", "pale", "smells", "of"]
TEXTS = ["foam", "thick pale foam", "pale thick smells of foam of thick"]
HERE = os.path.dirname(os.path.abspath(__file__))


def save_tensors(path, tensors):
    """The safetensors format, of floats."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        numbers = tensor.detach().contiguous().numpy().astype("<f4").tobytes()
        offsets = [len(data), len(data) + len(numbers)]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": offsets}
        data += numbers
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(len(WORDS), 4)
        self.lstm = nn.LSTM(4, 3, num_layers=2, bidirectional=True)
        self.fc = nn.Linear(6, 2)
        self.critic = nn.Linear(6, 1)

    def forward(self, words):
        states, _ = self.lstm(self.emb(words))
        return self.fc(states.max(0).values)


class Gru(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 4)
        self.gru = nn.GRU(4, 3, num_layers=2)
        self.output = nn.Linear(3, 3)

    def forward(self, words):
        states, _ = self.gru(self.embedding(words))
        return self.output(states.mean(0))


class Windows(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 4)
        self.conv = nn.Conv1d(4, 5, 3)
        self.rnn = nn.RNN(5, 3, bias=False)
        self.head = nn.Sequential(nn.Dropout(0.5), nn.Linear(3, 2))

    def forward(self, words):
        vectors = self.embedding(words).T
        windows = torch.relu(self.conv(nn.functional.pad(vectors, (2, 0))))
        states, _ = self.rnn(windows.T)
        return self.head(states[-1])


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 4)
        block = nn.TransformerEncoderLayer(4, 2, dim_feedforward=6)
        self.encoder = nn.TransformerEncoder(block, 1)
        self.attention = nn.MultiheadAttention(4, 2)
        self.output = nn.Linear(4, 2)

    def forward(self, words):
        vectors = self.encoder(self.embedding(words).unsqueeze(1))
        read, _ = self.attention(vectors, vectors, vectors)
        return self.output(read.squeeze(1).mean(0))


BOTH = {"type": "bidirectional", "layer": {"type": "lstm"}}
GRU = {"type": "gru", "update_gate": "old_state", "reset": "after"}
MODELS = [
    (Lstm, "max", [{"type": "stacked", "layers": [BOTH, BOTH]}], ["no", "yes"]),
    (Gru, "mean", [GRU, GRU], ["a", "b", "c"]),
    (
        Windows,
        "last",
        [{"type": "convolution", "order": 3, "activation": "relu"}, {"type": "elman"}],
        ["no", "yes"],
    ),
    (
        Attention,
        "mean",
        [
            {"type": "transformer", "heads": 2},
            {"type": "self_attention", "heads": 2, "output_matrix": True},
        ],
        ["no", "yes"],
    ),
]


def main():
    for number, (kind, pooling, layers, labels) in enumerate(MODELS):
        torch.manual_seed(number)
        module = kind().eval()
        with torch.no_grad():
            for parameter in module.parameters():
                parameter.normal_(0, 0.7)
            answers = []
            for text in TEXTS:
                words = torch.tensor([WORDS.index(word) for word in text.split()])
                answers.append(torch.softmax(module(words), -1).tolist())
        folder = os.path.join(HERE, kind.__name__.lower())
        os.makedirs(folder, exist_ok=True)
        save_tensors(os.path.join(folder, "state.safetensors"), module.state_dict())
        config = {
            "task": "classifier",
            "labels": labels,
            "layers": layers,
            "pooling": pooling,
            "output": "last",
        }
        for name, content in [
            ("model.json", config),
            ("expected.json", {"texts": TEXTS, "probabilities": answers}),
        ]:
            with open(os.path.join(folder, name), "w") as file:
                file.write(json.dumps(content, indent=2) + "\n")
    with open(os.path.join(HERE, "words.txt"), "w") as file:
        file.write("".join(word + "\n" for word in WORDS))


if __name__ == "__main__":
    main()
