// What a visitor takes home: tables and lines that other programs read.

export function asJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Begins with a byte order mark, without which Excel reads accents wrong. */
export function asCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

/**
 * A cell that no spreadsheet takes for a formula: text that begins like one gets a quote in
 * front (OWASP, CSV injection). All is quoted that needs it.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** "Our FAQ: 2024/25" -> "our-faq-2024-25", for the name of a file; `otherwise` where nothing of it is left. */
export function fileName(name: string, otherwise: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return plain || otherwise;
}
