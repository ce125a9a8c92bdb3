"""Times the training workloads A, B and C in PyTorch: a JSON object a line.

usage: torch_bench.py [--threads N] [--steps N] [--batch N] [WORKLOAD ...]
       torch_bench.py --product [--threads N]

Eager, with all inputs of a layer in one product before its loop, which is what
was fastest; the loop is left with the products that need the state. The number
of threads must also be in OMP_NUM_THREADS and OPENBLAS_NUM_THREADS when the
program starts. With --product it says how fast it multiplies matrices.
"""
import argparse
import json
import sys
import time

try:
    import torch
except ImportError:
    sys.exit('torch_bench: PyTorch is not installed (Debian: python3-torch)')

WARM_UP_STEPS = 1


def parameter(*shape):
    """Uniform as Xavier has it."""
    limit = (6 / sum(shape)) ** 0.5
    return torch.nn.Parameter(torch.empty(*shape).uniform_(-limit, limit))


class Rcnn(torch.nn.Module):
    """Order 2, additive, normalised, with a gate on the word and the state."""

    def __init__(self, inputs, hidden, backward=False):
        super().__init__()
        self.hidden = hidden
        self.backward_ = backward
        self.words = parameter(inputs, 3 * hidden)
        self.state = parameter(hidden, hidden)
        self.gate_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.bias = torch.nn.Parameter(torch.zeros(hidden))

    def forward(self, x, mask=None):
        length, batch, _ = x.shape
        projected = x @ self.words
        if mask is not None:
            projected = projected * mask
        # Indexing a word would send back a gradient of the whole sequence.
        u1, u2, gates = projected.split(self.hidden, dim=2)
        u1, u2, gates = u1.unbind(0), u2.unbind(0), (gates + self.gate_bias).unbind(0)
        c1 = c2 = h = x.new_zeros(batch, self.hidden)
        states = [None] * length
        for t in reversed(range(length)) if self.backward_ else range(length):
            decay = torch.sigmoid(torch.addmm(gates[t], h, self.state))
            c2 = torch.lerp(c1 + u2[t], c2, decay)
            c1 = torch.lerp(u1[t], c1, decay)
            h = torch.tanh(c2 + self.bias)
            states[t] = h
        return torch.stack(states), h


class Rationale(torch.nn.Module):
    length, hidden = 145, 200

    def __init__(self, batch=256):
        super().__init__()
        self.batch = batch
        h = self.hidden
        self.forwards = Rcnn(h, h)
        self.backwards = Rcnn(h, h, backward=True)
        self.choice = torch.nn.Linear(2 * h, 1)
        self.first = Rcnn(h, h)
        self.second = Rcnn(h, h)
        self.output = torch.nn.Linear(2 * h, 5)
        self.x = torch.empty(self.length, self.batch, h).uniform_(-1, 1)
        self.target = torch.rand(self.batch, 5)
        self.optimiser = torch.optim.Adam(self.parameters())

    def step(self):
        both = torch.cat([self.forwards(self.x)[0], self.backwards(self.x)[0]], dim=2)
        mask = torch.sigmoid(self.choice(both))
        states, last1 = self.first(self.x, mask)
        _, last2 = self.second(states)
        ratings = torch.sigmoid(self.output(torch.cat([last1, last2], dim=1)))
        loss = ((ratings - self.target) ** 2).sum(1).mean()
        loss.backward()
        self.optimiser.step()
        return loss


class TensorConv(torch.nn.Module):
    """Order 3, λ = 0.5; O and ReLU for all words at once."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.hidden = hidden
        self.words = parameter(inputs, 3 * hidden)
        self.output = parameter(hidden, hidden)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.01))

    def forward(self, x):
        length, batch, _ = x.shape
        parts = (x @ self.words).split(self.hidden, dim=2)
        u1, u2, u3 = (part.unbind(0) for part in parts)
        c1 = c2 = x.new_zeros(batch, self.hidden)
        sums = []
        for t in range(length):
            z2 = c1 * u2[t]
            z3 = c2 * u3[t]
            sums.append(u1[t] + z2 + z3)
            c2 = torch.add(z2, c2, alpha=0.5)
            c1 = torch.add(u1[t], c1, alpha=0.5)
        return torch.relu(torch.stack(sums) @ self.output + self.bias)


class Sentences(torch.nn.Module):
    length, inputs, hidden = 19, 300, 200

    def __init__(self, batch=15):
        super().__init__()
        self.batch = batch
        h = self.hidden
        self.layers = torch.nn.ModuleList(
            [TensorConv(self.inputs, h), TensorConv(h, h), TensorConv(h, h)])
        self.output = torch.nn.Linear(3 * h, 5)
        self.x = torch.empty(self.length, self.batch, self.inputs).uniform_(-0.1, 0.1)
        self.target = torch.arange(self.batch) % 5
        self.optimiser = torch.optim.Adagrad(self.parameters(), lr=0.01)

    def step(self):
        states, means = self.x, []
        for layer in self.layers:
            states = layer(states)
            means.append(states.mean(0))
        logits = self.output(torch.cat(means, dim=1))
        loss = torch.nn.functional.cross_entropy(logits, self.target)
        loss.backward()
        self.optimiser.step()
        return loss


class HighwayRcnn(torch.nn.Module):
    """Order 1, without an activation, its state carried from call to call."""

    def __init__(self, hidden):
        super().__init__()
        self.hidden = hidden
        self.words = parameter(hidden, 3 * hidden)
        self.state = parameter(hidden, hidden)
        self.gate_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.highway_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.carried = None

    def forward(self, x):
        length, batch, _ = x.shape
        u, gates, highway = (x @ self.words).split(self.hidden, dim=2)
        gates = gates + self.gate_bias
        highway = torch.sigmoid(highway + self.highway_bias)
        u, gates, highway = u.unbind(0), gates.unbind(0), highway.unbind(0)
        words = x.unbind(0)
        zeros = x.new_zeros(batch, self.hidden)
        c, h = self.carried or (zeros, zeros)
        states = []
        for t in range(length):
            decay = torch.sigmoid(torch.addmm(gates[t], h, self.state))
            c = torch.lerp(u[t], c, decay)
            h = torch.lerp(words[t], c, highway[t])
            states.append(h)
        self.carried = c.detach(), h.detach()
        return torch.stack(states)


class LanguageModel(torch.nn.Module):
    length, hidden, vocabulary = 35, 360, 10000

    def __init__(self, batch=20):
        super().__init__()
        self.batch = batch
        self.layers = torch.nn.ModuleList([HighwayRcnn(self.hidden) for _ in range(3)])
        self.vectors = parameter(self.vocabulary, self.hidden)
        self.bias = torch.nn.Parameter(torch.zeros(self.vocabulary))
        words = torch.randint(self.vocabulary, (self.length + 1, self.batch))
        self.words, self.next = words[:-1], words[1:]
        self.optimiser = torch.optim.SGD(self.parameters(), lr=1)

    def step(self):
        states = torch.nn.functional.embedding(self.words, self.vectors)
        for layer in self.layers:
            states = layer(states)
        logits = torch.addmm(self.bias, states.reshape(-1, self.hidden), self.vectors.t())
        loss = torch.nn.functional.cross_entropy(logits, self.next.reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters(), 5)
        self.optimiser.step()
        return loss


WORKLOADS = {'A': Rationale, 'B': Sentences, 'C': LanguageModel}


def measure(name, steps, threads, batch):
    torch.manual_seed(1)
    # States that fade over many words end in subnormal numbers, which are slow to compute with.
    torch.set_flush_denormal(True)
    workload = WORKLOADS[name](batch) if batch else WORKLOADS[name]()
    seconds = []
    for _ in range(WARM_UP_STEPS + steps):
        start, cpu = time.perf_counter(), time.process_time()
        workload.zero_grad()
        workload.step()
        seconds.append((time.perf_counter() - start, time.process_time() - cpu))
    seconds = seconds[WARM_UP_STEPS:]
    print(json.dumps({
        'workload': name,
        'threads': threads,
        'words': workload.batch * workload.length,
        'seconds': [wall for wall, _ in seconds],
        'cpu_seconds': [cpu for _, cpu in seconds],
        'torch': torch.__version__,
    }), flush=True)


def measure_product(threads):
    size = 1024
    left, right = torch.rand(size, size), torch.rand(size, size)
    seconds = []
    for _ in range(8):
        start = time.perf_counter()
        torch.mm(left, right)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({'threads': threads, 'gflops': 2e-9 * size**3 / min(seconds)}))


def main():
    parser = argparse.ArgumentParser(description='Times training workloads in PyTorch.')
    parser.add_argument('workloads', nargs='*', default=list(WORKLOADS), metavar='WORKLOAD')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--steps', type=int, default=3)
    parser.add_argument('--batch', type=int)
    parser.add_argument('--product', action='store_true')
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    if arguments.product:
        measure_product(arguments.threads)
        return
    for name in arguments.workloads:
        measure(name, arguments.steps, arguments.threads, arguments.batch)


main()
