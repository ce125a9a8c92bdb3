// The looks of marks (marks.css) in the light, for what is shown outside the page.

export interface Look {
  tint: string;
  rule: string;
  style: 'solid' | 'double' | 'dashed' | 'wavy' | 'dotted';
}

const looks: readonly Look[] = [
  { tint: '#ffe3ad', rule: '#9a5400', style: 'solid' },
  { tint: '#cfe9f9', rule: '#00639b', style: 'double' },
  { tint: '#f8dcea', rule: '#a02c70', style: 'dashed' },
  { tint: '#cdeedd', rule: '#006b4a', style: 'wavy' },
  { tint: '#e2defb', rule: '#4a3ca6', style: 'dotted' },
  { tint: '#f4e9c1', rule: '#5f5a00', style: 'double' },
];

/** The look of an aspect among all. */
export function lightLook(aspect: string, all: readonly string[]): Look {
  return looks[Math.max(0, all.indexOf(aspect)) % looks.length]!;
}
