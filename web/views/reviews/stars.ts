// Five stars, filled from the left. Decoration: the rating stands beside them as text.

const svg = 'http://www.w3.org/2000/svg';
const size = 20;

// A five-pointed star in a square of `size`, `x` from the left.
function starPath(x: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 === 0 ? 0.48 * size : 0.2 * size;
    const angle = (Math.PI * i) / 5;
    const across = x + size / 2 + radius * Math.sin(angle);
    const down = 0.53 * size - radius * Math.cos(angle);
    return `${across.toFixed(2)} ${down.toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

const fiveStars = [0, 1, 2, 3, 4].map((i) => starPath(i * size)).join('');

function row(className: string): SVGElement {
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('class', className);
  path.setAttribute('d', fiveStars);
  return path;
}

/** `stars` of five, in fractions. */
export function starRow(stars: number): SVGElement {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('class', 'stars');
  picture.setAttribute('viewBox', `0 0 ${5 * size} ${size}`);
  picture.setAttribute('aria-hidden', 'true');
  // An inner svg clips what reaches beyond its width.
  const filled = document.createElementNS(svg, 'svg');
  filled.setAttribute('width', (stars * size).toFixed(1));
  filled.setAttribute('height', String(size));
  filled.append(row('star-full'));
  picture.append(row('star-empty'), filled);
  return picture;
}
