// What is wrong with the layout of a page as it stands: what has to be scrolled sideways, lies on top of
// something else, or is cut off. It runs in the page, so it is one function.

/** Says each problem as a sentence. */
export function layoutProblems(): string[] {
  // Less than this is rounding, or a letter that leans out of its line.
  const slack = 1;
  const shareOfLine = 0.3;

  interface Part {
    element: Element;
    rects: DOMRect[];
  }

  const problems = new Set<string>();
  const { documentElement } = document;
  if (documentElement.scrollWidth > documentElement.clientWidth) {
    problems.add(
      `the page is ${documentElement.scrollWidth} wide, its window ${documentElement.clientWidth}`,
    );
  }

  const parentOf = (node: Node): Element | undefined => {
    const { parentNode } = node;
    if (parentNode instanceof ShadowRoot) return parentNode.host;
    return parentNode instanceof Element ? parentNode : undefined;
  };
  const ancestorsOf = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let at: Element | undefined = element; at; at = parentOf(at)) found.push(at);
    return found;
  };
  const nameOf = (element: Element): string => {
    const own = (at: Element) =>
      at.localName +
      (at.id ? `#${at.id}` : '') +
      [...at.classList].map((each) => `.${each}`).join('');
    return ancestorsOf(element).slice(0, 3).reverse().map(own).join(' > ');
  };
  const quote = (element: Element) => {
    const text = element.textContent.trim().replace(/\s+/g, ' ');
    return `“${text.length > 50 ? `${text.slice(0, 50)}…` : text}” (${nameOf(element)})`;
  };
  const isHeardOnly = (element: Element) =>
    ancestorsOf(element).some((at) => getComputedStyle(at).clipPath === 'inset(50%)');
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !isHeardOnly(element);
  const isClear = (colour: string) => colour === 'transparent' || /[,/] ?0\)$/.test(colour);
  const isPainted = (element: Element) => {
    const style = getComputedStyle(element);
    if (!isClear(style.backgroundColor)) return true;
    return (['Top', 'Right', 'Bottom', 'Left'] as const).every(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        parseFloat(style[`border${side}Width`]) > 0 &&
        !isClear(style[`border${side}Color`]),
    );
  };
  const isReplaced = (element: Element) =>
    ['img', 'svg', 'input', 'select', 'textarea', 'progress', 'canvas'].includes(element.localName);
  // The curve and the lines lie behind their words, and the area on top of the text that it holds.
  const liesOnPurpose = (element: Element) =>
    element.matches('.picture, .pair-lines, .field > textarea');

  /** What is left of a rectangle within the parts of the page that scroll or cut. */
  const visiblePart = (rect: DOMRect, element: Element): DOMRect | undefined => {
    let { left, right, top, bottom } = rect;
    for (const at of ancestorsOf(element)) {
      if (at === document.body || at === documentElement) break;
      const { overflowX, overflowY, display } = getComputedStyle(at);
      if (display === 'inline' || display === 'contents') continue;
      const box = at.getBoundingClientRect();
      if (overflowX !== 'visible') {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      if (overflowY !== 'visible') {
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      if (right - left <= slack || bottom - top <= slack) return undefined;
    }
    return new DOMRect(left, top, right - left, bottom - top);
  };

  /** Says where a line of text leaves a box that cuts it off, or that looks as if it held it. */
  const checkBoxes = (line: DOMRect, element: Element) => {
    let { left, right, top, bottom } = line;
    const most = shareOfLine * line.height;
    for (const at of ancestorsOf(element)) {
      if (at === document.body || at === documentElement) return;
      const style = getComputedStyle(at);
      if (style.display === 'inline' || style.display === 'contents') continue;
      // Lines beyond those that are wanted are cut on purpose.
      if (style.webkitLineClamp !== 'none') return;
      const box = at.getBoundingClientRect();
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if (scrolls(style.overflowX)) {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      if (scrolls(style.overflowY)) {
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      if (right <= left || bottom <= top) return;
      const cuts = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
      if (!cuts && !isPainted(at)) continue;
      const beside = Math.max(box.left - left, right - box.right);
      const over = Math.max(box.top - top, bottom - box.bottom);
      if (beside <= slack && over <= most) continue;
      const by = Math.round(Math.max(beside, over));
      problems.add(`${quote(element)} leaves ${nameOf(at)} by ${by}`);
      return;
    }
  };

  const texts = new Map<Element, Part>();
  const boxes: Part[] = [];
  const visit = (node: Node) => {
    if (node instanceof Text) {
      const element = parentOf(node);
      if (!element || !/\S/.test(node.data) || !isSeen(element)) return;
      const range = document.createRange();
      range.selectNodeContents(node);
      const part = texts.get(element) ?? { element, rects: [] };
      texts.set(element, part);
      part.rects.push(...range.getClientRects());
      return;
    }
    if (node instanceof Element) {
      if (['script', 'style', 'noscript', 'option'].includes(node.localName)) return;
      const isBox = node !== document.body && node !== documentElement;
      if (isBox && !liesOnPurpose(node) && (isReplaced(node) || isPainted(node)) && isSeen(node)) {
        boxes.push({ element: node, rects: [...node.getClientRects()] });
      }
      if (node.shadowRoot) visit(node.shadowRoot);
    }
    for (const child of node.childNodes) visit(child);
  };
  // A dialog lies on the page, which rests below it.
  visit(document.querySelector('dialog[open]') ?? documentElement);

  for (const { element, rects } of texts.values()) {
    for (const rect of rects) if (rect.width > slack) checkBoxes(rect, element);
  }

  // Words in the place of a text, and choices, are drawn by the browser: they are measured as it would.
  const pen = document.createElement('canvas').getContext('2d')!;
  for (const { element } of boxes) {
    let shown: string[] = [];
    let room = 0;
    const { paddingLeft, paddingRight, fontWeight, fontSize, fontFamily } =
      getComputedStyle(element);
    const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
    if (element instanceof HTMLSelectElement) {
      shown = [...element.options].map(({ text }) => text);
      // So wide is the arrow.
      room = element.clientWidth - padding - 16;
    } else if (element instanceof HTMLInputElement && element.type === 'text') {
      shown = element.value === '' ? [element.placeholder] : [];
      room = element.clientWidth - padding;
    }
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    for (const each of shown) {
      const needed = Math.round(pen.measureText(each).width);
      if (needed <= room + slack) continue;
      problems.add(`“${each}” is cut off in ${nameOf(element)}: ${needed} in ${Math.round(room)}`);
    }
  }

  const seenParts = ({ element, rects }: Part): Part => ({
    element,
    rects: rects.flatMap((rect) => visiblePart(rect, element) ?? []),
  });
  const seenTexts = [...texts.values()].map(seenParts);
  const seenBoxes = boxes.map(seenParts);
  const boundsOf = ({ rects }: Part) => ({
    top: Math.min(...rects.map(({ top }) => top)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  });
  const isWithin = (one: Element, other: Element) =>
    ancestorsOf(one).includes(other) || ancestorsOf(other).includes(one);
  const meets = (one: Part, other: Part) =>
    one.rects.some((a) =>
      other.rects.some((b) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > slack && high > shareOfLine * Math.min(a.height, b.height) && high > slack;
      }),
    );

  const others = [...seenTexts, ...seenBoxes]
    .filter(({ rects }) => rects.length > 0)
    .map((part) => ({ part, ...boundsOf(part) }))
    .sort((a, b) => a.top - b.top);
  for (const text of seenTexts) {
    if (text.rects.length === 0) continue;
    const { top, bottom } = boundsOf(text);
    for (const { part, ...other } of others) {
      if (other.top > bottom) break;
      if (other.bottom < top || part.element === text.element) continue;
      if (!meets(text, part) || isWithin(text.element, part.element)) continue;
      problems.add(`${quote(text.element)} lies on ${nameOf(part.element)}`);
    }
  }
  return [...problems];
}
