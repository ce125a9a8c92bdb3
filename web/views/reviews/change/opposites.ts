// What a word of a review may be replaced by to say the opposite, or more or less of the same. In
// English, which the models read.
import { capitalised } from '../../../wording';

/** Two sides of a matter. A word of one may be replaced by the first few of the other. */
const sides: readonly (readonly [string, string])[] = [
  ['bad poor awful terrible horrible worst disappointing mediocre', 'good great excellent best'],
  ['bad worse dreadful lousy', 'good better nice fine decent'],
  ['awful terrible horrible', 'wonderful amazing fantastic superb perfect outstanding'],
  ['unpleasant nasty disgusting gross', 'pleasant lovely delightful enjoyable'],
  ['hate hated dislike disliked', 'love loved like liked enjoy enjoyed'],
  ['weak weaker', 'strong stronger'],
  ['ugly', 'beautiful pretty gorgeous attractive'],
  ['cheap', 'fine quality'],
  ['avoid', 'recommend'],
  ['disappointed unhappy annoyed', 'pleased happy impressed satisfied'],
  ['wrong', 'right'],
  ['failed fails', 'worked works succeeds'],
  // Of beers.
  ['bland tasteless flavorless insipid boring', 'tasty flavorful delicious rich'],
  ['watery thin light', 'full creamy rich thick smooth'],
  ['flat lifeless dull', 'lively crisp fresh'],
  ['harsh rough astringent cloying', 'smooth balanced soft clean'],
  ['stale skunky skunked sour metallic', 'fresh clean crisp sweet'],
  ['faint weak muted', 'strong bold rich intense'],
  ['murky muddy dirty', 'clear bright brilliant'],
  ['small thin fizzy', 'big thick dense creamy'],
  ['unbalanced', 'balanced'],
  // Of hotels.
  ['dirty filthy stained dusty smelly moldy musty', 'clean spotless immaculate fresh'],
  ['rude unfriendly unhelpful indifferent cold', 'friendly helpful polite warm'],
  ['slow', 'quick fast prompt'],
  ['noisy loud', 'quiet peaceful calm'],
  ['small tiny cramped', 'large spacious big huge'],
  ['uncomfortable hard', 'comfortable soft cozy'],
  ['old outdated dated shabby worn tired', 'new modern renovated'],
  ['expensive overpriced pricey', 'cheap reasonable affordable'],
  ['far distant inconvenient remote', 'near close convenient central'],
  ['dangerous unsafe', 'safe'],
  ['broken', 'working'],
  ['dark gloomy', 'bright sunny light'],
  // Of films.
  ['boring dull tedious predictable slow', 'gripping exciting fascinating engaging'],
  ['stupid silly dumb ridiculous', 'clever smart intelligent witty'],
  ['unfunny', 'funny hilarious'],
  ['clumsy wooden stilted', 'convincing brilliant natural'],
  ['forgettable', 'memorable unforgettable'],
  ['mess waste failure flop', 'masterpiece triumph success joy'],
  ['lacks lacking', 'has having'],
  ['shallow empty', 'deep moving rich'],
  // How much, and whether.
  ['slightly somewhat fairly', 'very really extremely'],
  ['hardly barely', 'fully truly'],
  ['not never', 'very always'],
  ['little few less', 'much many more'],
  ['nothing none', 'everything all'],
  ['without', 'with'],
];

const mostOfAWord = 4;

const replacements = new Map<string, string[]>();
for (const [first, second] of sides) {
  const [one, other] = [first.split(' '), second.split(' ')];
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const word of from) replacements.set(word, [...(replacements.get(word) ?? []), ...to]);
  }
}

/** What a word may be replaced by, in its own capitals; nothing for most words. */
export function replacementsOf(word: string): string[] {
  const known = replacements.get(word.toLowerCase()) ?? [];
  return [...new Set(known)].slice(0, mostOfAWord).map((to) => inCapitalsOf(word, to));
}

function inCapitalsOf(word: string, to: string): string {
  const [first = ''] = word;
  if (first === first.toLowerCase()) return to;
  const allCapitals = word.length > 1 && word === word.toUpperCase();
  return allCapitals ? to.toUpperCase() : capitalised(to);
}
