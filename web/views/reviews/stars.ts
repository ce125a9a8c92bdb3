// Pictures of a rating: five stars, filled from the left, or a bar. Decoration: the rating stands beside
// them as text.
import { createSvg } from '../../dom';

const size = 20;
const width = 5 * size;

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

function picture(height: number): SVGSVGElement {
  return createSvg('svg', {
    class: 'stars',
    viewBox: `0 0 ${width} ${height}`,
    'aria-hidden': 'true',
  });
}

/**
 * `stars` of five, in fractions. A line below them goes from the least to the most that they probably
 * are, if that is known.
 */
export function starRow(stars: number, likely?: readonly [number, number]): SVGElement {
  const whole = picture(likely ? size + 6 : size);
  // An inner svg clips what reaches beyond its width.
  const filled = createSvg('svg', { width: (stars * size).toFixed(1), height: size });
  filled.append(row('star-full'));
  whole.append(row('star-empty'), filled);
  if (likely) {
    const [x1, x2] = likely.map((end) => (end * size).toFixed(1)) as [string, string];
    const y = size + 4;
    whole.append(createSvg('line', { class: 'likely', x1, x2, y1: y, y2: y }));
  }
  return whole;
}

/** How probable something is, 0 to 1. */
export function probabilityBar(probability: number): SVGElement {
  const whole = picture(size);
  const bar = { y: 0.3 * size, height: 0.4 * size, rx: 0.2 * size };
  whole.append(
    createSvg('rect', { class: 'star-empty', width, ...bar }),
    createSvg('rect', { class: 'star-full', width: (probability * width).toFixed(1), ...bar }),
  );
  return whole;
}
