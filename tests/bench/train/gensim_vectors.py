"""Learns skip-gram vectors with gensim, the yardstick of vectors_bench.mjs.

usage: gensim_vectors.py TEXT OUTPUT SETTINGS

TEXT has one document per line, words separated by blanks; SETTINGS is JSON. Prints
JSON: the words of TEXT, the seconds they took, and gensim's version.
"""

import json
import sys
import time

import gensim


def main():
    text, output, settings = sys.argv[1:]
    settings = json.loads(settings)
    with open(text, encoding="utf-8") as lines:
        documents = [line.split() for line in lines]
    model = gensim.models.Word2Vec(
        sg=1,
        vector_size=settings["dimension"],
        window=settings["window"],
        negative=settings["negatives"],
        sample=settings["subsample"],
        min_count=settings["minCount"],
        epochs=settings["epochs"],
        seed=settings["seed"],
        workers=settings["threads"],
    )
    model.build_vocab(documents)
    started = time.perf_counter()
    model.train(
        documents, total_examples=model.corpus_count, epochs=model.epochs
    )
    seconds = time.perf_counter() - started
    model.wv.save_word2vec_format(output, binary=True)
    words = sum(map(len, documents)) * model.epochs
    version = gensim.__version__
    print(json.dumps({"words": words, "seconds": seconds, "version": version}))


main()
