// Numbers that a seed repeats, in Node and in pages.

/**
 * Numbers that depend on the seed, the case and the stream alone: each is a hash of these and of how
 * many came before it.
 */
export class Random {
  #key;
  #count = 0;

  constructor(seed, number, stream = 0) {
    this.#key = hash(hash(hash(seed) ^ number) ^ Math.floor(number / 2 ** 32)) ^ hash(stream);
  }

  /** An integer from 0, less than `limit`, which is 2^32 at most. */
  below(limit) {
    const unit = hash(this.#key ^ hash(this.#count++)) / 2 ** 32;
    return Math.floor(unit * limit);
  }

  from(least, most) {
    return least + this.below(most - least + 1);
  }

  /** True once in `times`. */
  once(times) {
    return this.below(times) === 0;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  list(most, make) {
    return Array.from({ length: this.below(most + 1) }, () => make(this));
  }
}

// The end of MurmurHash3: every bit of the number counts for every bit of the hash.
function hash(number) {
  let bits = (number + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
