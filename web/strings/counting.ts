// How the strings of a language count.

/** `number` writes a count, `count` writes it with the noun in its form. */
export function countingIn(locale: string): {
  number: (n: number) => string;
  count: (n: number, one: string, other: string) => string;
} {
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const number = (n: number) => numbers.format(n);
  return {
    number,
    count: (n, one, other) => `${number(n)} ${rules.select(n) === 'one' ? one : other}`,
  };
}
