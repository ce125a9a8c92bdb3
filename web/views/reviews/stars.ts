// Five stars, filled from the left. Decoration: the rating stands beside them as text.
import { createSvg } from '../../dom';

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
  return createSvg('path', { class: className, d: fiveStars });
}

/** `stars` of five, in fractions. */
export function starRow(stars: number): SVGElement {
  const picture = createSvg('svg', {
    class: 'stars',
    viewBox: `0 0 ${5 * size} ${size}`,
    'aria-hidden': 'true',
  });
  // An inner svg clips what reaches beyond its width.
  const filled = createSvg('svg', { width: (stars * size).toFixed(1), height: size });
  filled.append(row('star-full'));
  picture.append(row('star-empty'), filled);
  return picture;
}
