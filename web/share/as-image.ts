// A rated review as a picture: the marked text, and the ratings below it, in the light look.
import { lightLook } from './looks';
import { originOf, piecesOf, type ShownReview } from './shown-review';

const width = 800;
const margin = 40;
// Sharp on screens with many pixels.
const scale = 2;
const lineHeight = 30;
const font = '18px Georgia, serif';
const ratingFont = '600 17px sans-serif';
// Of the names of aspects, and between them and their ratings.
const leastColumn = 160;
const gap = 20;
// Browsers draw no picture of any height, and nobody reads one.
const mostLetters = 6000;

interface PlacedWord {
  text: string;
  x: number;
  line: number;
  width: number;
  aspects: readonly string[];
}

/** A PNG. Rejects where the browser draws none. */
export async function asImage(review: ShownReview): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.font = font;
  const { words, lines } = placeWords(context, review);
  canvas.width = width * scale;
  canvas.height =
    scale * (2 * margin + lineHeight * (lines + 1) + lineHeight * (review.ratings.length + 1));
  context.scale(scale, scale);
  context.fillStyle = '#fffdf9';
  context.fillRect(0, 0, width, canvas.height);
  context.textBaseline = 'middle';
  const all = review.ratings.map(({ aspect }) => aspect);

  context.font = font;
  for (const word of words) drawWord(context, word, all);
  let y = margin + lineHeight * (lines + 1) + lineHeight / 2;
  context.font = ratingFont;
  const nameWidths = review.ratings.map(({ name }) => context.measureText(name).width);
  const column = margin + Math.max(leastColumn, ...nameWidths.map((each) => each + gap));
  for (const [i, { aspect, name, says }] of review.ratings.entries()) {
    const look = lightLook(aspect, all);
    context.fillStyle = look.tint;
    const nameWidth = nameWidths[i]!;
    context.fillRect(margin - 4, y - 12, nameWidth + 8, 24);
    context.fillStyle = '#221d14';
    context.fillText(name, margin, y);
    drawRule(context, aspect, all, { x: margin, y: y + 11, width: nameWidth });
    context.fillText(says, column, y);
    y += lineHeight;
  }
  context.font = '14px sans-serif';
  context.fillStyle = '#5e5545';
  context.fillText(originOf(review), margin, y);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('This browser made no picture.'));
    }, 'image/png');
  });
}

/** Line breaks, each alone, and other white space. */
export const lineParts = /(\n|[^\S\n]+)/u;

/** Breaks the text into lines, at white space and where it breaks itself. */
function placeWords(
  context: CanvasRenderingContext2D,
  review: ShownReview,
): { words: PlacedWord[]; lines: number } {
  const words: PlacedWord[] = [];
  let line = 0;
  let x = margin;
  let letters = 0;
  for (const { text, mark } of piecesOf(review)) {
    for (const part of text.split(lineParts)) {
      if (part === '') continue;
      if (part === '\n') {
        ++line;
        x = margin;
        continue;
      }
      letters += part.length;
      const over = letters > mostLetters;
      for (const shown of over ? ['…'] : piecesThatFit(context, part)) {
        const wide = context.measureText(shown).width;
        if (x + wide > width - margin && x > margin) {
          ++line;
          x = margin;
          if (shown.trim() === '') continue;
        }
        words.push({ text: shown, x, line, width: wide, aspects: mark?.aspects ?? [] });
        x += wide;
      }
      if (over) return { words, lines: line + 1 };
    }
  }
  return { words, lines: line + 1 };
}

/** A word, or as many pieces of it as it takes for each to fit on a line. */
function piecesThatFit(context: CanvasRenderingContext2D, word: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && context.measureText(piece + letter).width > width - 2 * margin) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

function drawWord(
  context: CanvasRenderingContext2D,
  { text, x, line, width: wide, aspects }: PlacedWord,
  all: readonly string[],
): void {
  const y = margin + lineHeight * line + lineHeight / 2;
  if (aspects.length > 0) {
    context.fillStyle = aspects.length > 1 ? '#e6e1d8' : lightLook(aspects[0]!, all).tint;
    context.fillRect(x, y - 12, wide, 23);
  }
  context.fillStyle = '#221d14';
  context.fillText(text, x, y);
  for (const [level, aspect] of aspects.entries()) {
    drawRule(context, aspect, all, { x, y: y + 10 + 3 * level, width: wide });
  }
}

function drawRule(
  context: CanvasRenderingContext2D,
  aspect: string,
  all: readonly string[],
  { x, y, width: wide }: { x: number; y: number; width: number },
): void {
  const { rule, style } = lightLook(aspect, all);
  const dashes: Partial<Record<typeof style, number[]>> = {
    dashed: [6, 3],
    dotted: [2, 2],
    wavy: [3, 1],
  };
  context.strokeStyle = rule;
  context.lineWidth = style === 'double' ? 3 : 1.5;
  context.setLineDash(dashes[style] ?? []);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + wide, y);
  context.stroke();
  context.setLineDash([]);
}
