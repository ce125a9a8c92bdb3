// As much of the browser's tree as the layer of marks works on.
class Node {
  parent = undefined;

  get parentElement() {
    return this.parent;
  }

  remove() {
    if (!this.parent) return;
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = undefined;
  }
}

class Text extends Node {
  constructor(data = '') {
    super();
    this.data = data;
  }

  get length() {
    return this.data.length;
  }

  get textContent() {
    return this.data;
  }

  replaceData(start, count, inserted) {
    this.data = this.data.slice(0, start) + inserted + this.data.slice(start + count);
  }

  deleteData(start, count) {
    this.replaceData(start, count, '');
  }
}

export class Element extends Node {
  children = [];
  className = '';
  dataset = {};
  style = { setProperty() {} };

  constructor(tag) {
    super();
    this.tag = tag;
  }

  get textContent() {
    return this.children.map(({ textContent }) => textContent).join('');
  }

  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, undefined);
  }

  insertBefore(node, next) {
    node.remove();
    node.parent = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
  }
}

/**
 * Has the modules of the page find it, with frames that come when `nextFrame` is called, and a clock that
 * goes on by a millisecond each time that somebody looks at it.
 */
export function standIn() {
  let waiting = [];
  let now = 0;
  performance.now = () => ++now;
  Object.assign(globalThis, {
    Text,
    document: { createElement: (tag) => new Element(tag) },
    requestAnimationFrame: (callback) => waiting.push(callback),
    cancelAnimationFrame: () => (waiting = []),
  });
  return {
    /** Returns whether anything waited for it. */
    nextFrame() {
      const callbacks = waiting;
      waiting = [];
      for (const callback of callbacks) callback();
      return callbacks.length > 0;
    },
  };
}
