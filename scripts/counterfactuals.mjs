// Writes sentences that differ in a negation, a contrast or a degree, with the grade that each deserves: `label text` a line,
// from templates of our own. A treebank has too few of them for a model to learn that "not" turns what follows it.
//
//   node scripts/counterfactuals.mjs > models/sentiment/counterfactuals.txt
import process from 'node:process';

const things = [
  'film',
  'movie',
  'plot',
  'acting',
  'script',
  'story',
  'ending',
  'cast',
  'dialogue',
  'music',
  'comedy',
  'thriller',
  'drama',
  'picture',
  'performance',
  'direction',
  'book',
  'show',
  'meal',
  'hotel',
  'concert',
  'game',
  'service',
  'documentary',
  'remake',
  'novel',
];
// Grades of what is said, of its denial, and of its opposite's denial.
const words = [
  ['good', 3, 1],
  ['nice', 3, 1],
  ['fine', 3, 1],
  ['funny', 3, 1],
  ['clever', 3, 1],
  ['interesting', 3, 1],
  ['exciting', 3, 1],
  ['convincing', 3, 1],
  ['original', 3, 1],
  ['enjoyable', 3, 1],
  ['moving', 3, 1],
  ['charming', 3, 1],
  ['fresh', 3, 1],
  ['smart', 3, 1],
  ['entertaining', 3, 1],
  ['engaging', 3, 1],
  ['satisfying', 3, 1],
  ['witty', 3, 1],
  ['great', 4, 1],
  ['wonderful', 4, 1],
  ['brilliant', 4, 1],
  ['excellent', 4, 1],
  ['beautiful', 4, 1],
  ['bad', 1, 3],
  ['dull', 1, 3],
  ['boring', 1, 3],
  ['slow', 1, 3],
  ['silly', 1, 3],
  ['weak', 1, 3],
  ['predictable', 1, 3],
  ['disappointing', 1, 3],
  ['annoying', 1, 3],
  ['clumsy', 1, 3],
  ['stupid', 1, 3],
  ['tedious', 1, 3],
  ['lazy', 1, 3],
  ['shallow', 1, 3],
  ['unpleasant', 1, 3],
  ['lifeless', 1, 3],
  ['messy', 1, 3],
  ['terrible', 0, 2],
  ['awful', 0, 2],
  ['horrible', 0, 2],
];
const verbs = [
  ['like', 3, 1],
  ['enjoy', 3, 1],
  ['love', 4, 1],
  ['recommend', 3, 1],
  ['hate', 0, 3],
  ['dislike', 1, 3],
  ['regret', 1, 3],
  ['mind', 1, 3],
];
const names = { good: 'a success', bad: 'a failure' };

// What is said of a thing (t) by a word (w) that is graded `said`, and denied `denied`.
const asserts = [
  (t, w) => `The ${t} is ${w}.`,
  (t, w) => `The ${t} was really ${w}.`,
  (t, w) => `This ${t} is very ${w}.`,
  (t, w) => `Such a ${w} ${t}.`,
  (t, w) => `I find the ${t} ${w}.`,
  (t, w) => `You cannot deny that the ${t} is ${w}.`,
  (t, w) => `There is no doubt that the ${t} is ${w}.`,
  (t, w) => `It cannot be denied that this is a ${w} ${t}.`,
  (t, w) => `Nobody would say that the ${t} is not ${w}.`,
  (t, w) => `Everyone agrees that the ${t} is ${w}.`,
  (t, w) => `It would be wrong to say that the ${t} is not ${w}.`,
  (t, w) => `It is not as if the ${t} were not ${w}.`,
];
const denials = [
  (t, w) => `The ${t} is not ${w}.`,
  (t, w) => `The ${t} isn't ${w}.`,
  (t, w) => `The ${t} was not ${w} at all.`,
  (t, w) => `The ${t} is never ${w}.`,
  (t, w) => `Not a ${w} ${t}.`,
  (t, w) => `Not ${w} at all.`,
  (t, w) => `It is hardly ${w}.`,
  (t, w) => `The ${t} is anything but ${w}.`,
  (t, w) => `The ${t} is far from ${w}.`,
  (t, w) => `This is not a ${w} ${t}.`,
  (t, w) => `I would not call the ${t} ${w}.`,
  (t, w) => `I do not find the ${t} ${w}.`,
  (t, w) => `I don't think the ${t} is ${w}.`,
  (t, w) => `Nobody could call this ${t} ${w}.`,
  (t, w) => `Nothing about the ${t} is ${w}.`,
  (t, w) => `Not for one minute is the ${t} ${w}.`,
  (t, w) => `It is never for a second ${w}.`,
  (t, w) => `The ${t} never once feels ${w}.`,
  (t, w) => `I can't say that the ${t} was ${w}.`,
  (t, w) => `You can't really say that any part of the ${t} is ${w}.`,
  (t, w) => `There is not one ${w} moment in the ${t}.`,
  (t, w) => `The ${t} is long, but at no point ${w}.`,
  (t, w) => `Never once ${w}.`,
  (t, w) => `We watched it yesterday. The ${t} wasn't ${w}. It lasts two hours.`,
];
const ofVerbs = [
  [(t, v) => `I ${v} the ${t}.`, true],
  [(t, v) => `I ${v} this ${t} very much.`, true],
  [(t, v) => `I can't say that I don't ${v} the ${t}.`, true],
  [(t, v) => `There is nothing in the ${t} that I do not ${v}.`, true],
  [(t, v) => `I do not ${v} the ${t}.`, false],
  [(t, v) => `I didn't ${v} the ${t} at all.`, false],
  [(t, v) => `I can't say that I ${v} the ${t}.`, false],
  [(t, v) => `I could never ${v} a ${t} like this.`, false],
  [(t, v) => `There is nothing in the ${t} that I ${v}.`, false],
];
// The second half counts more.
const contrasts = [
  (t, first, last) => `The ${t} is ${first}, but in the end it is ${last}.`,
  (t, first, last) => `Although the ${t} is ${first}, it is ${last}.`,
  (t, first, last) => `The beginning is ${first}, yet the rest of the ${t} is ${last}.`,
  (t, first, last) => `It starts out ${first}, but by the end the ${t} is ${last}.`,
  (t, first, last) => `Others call the ${t} ${first}; I find it ${last}.`,
  (t, first, last) => `I had heard that the ${t} was ${first}, but it is ${last}.`,
];
const others = [
  [4, 'I cried, and I loved every second.'],
  [4, 'The last scene moved me to tears.'],
  [3, 'By the end it had moved all of us to tears.'],
  [4, 'I was moved to tears by the ending.'],
  [1, 'I was bored to tears by the ending.'],
  [1, 'It bored us all to tears.'],
  [3, 'I laughed until I cried.'],
  [4, 'It left me speechless with joy.'],
  [1, 'It did nothing for me.'],
  [3, 'It warmed my heart.'],
  [4, 'It made my whole week.'],
  [1, 'I wanted my money back.'],
  [0, 'I will never get those two hours back.'],
  [3, 'I would gladly see it again.'],
  [1, 'I would not see it again.'],
  [1, 'Not worth the price of a ticket.'],
  [3, 'Well worth the price of a ticket.'],
  [3, 'I could not look away.'],
  [1, 'I could hardly keep my eyes open.'],
  [3, 'I came out smiling.'],
  [1, 'I came out shaking my head.'],
  [3, 'There was never a dull minute.'],
  [1, 'There was never an exciting minute.'],
  [3, 'You will not be sorry that you went.'],
  [1, 'You will be sorry that you went.'],
  [2, 'The film lasts ninety minutes.'],
  [2, 'It was shot in the north of the country.'],
  [2, 'The story takes place in a small town.'],
  [2, 'The director lives by the sea.'],
  [2, 'There are three main characters.'],
  [2, 'The bus stops in front of the school.'],
  [2, 'Mix the eggs with the milk.'],
  [2, 'The office is open until five.'],
  [2, 'We took the road along the coast.'],
];

const lines = new Set();
// Draws without repetition of a pattern: the same at every run.
let state = 12345;
function draw(list) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return list[Math.floor((state / 2 ** 32) * list.length)];
}
function add(grade, text) {
  lines.add(
    `${grade} ${text.replace(/\ba ([aeiou])/g, 'an $1').replace(/\bA ([aeiou])/g, 'An $1')}`,
  );
}

const good = words.filter(([, said]) => said > 2);
const bad = words.filter(([, said]) => said < 2);
for (const [word, said, denied] of words) {
  for (const template of asserts) add(said, template(draw(things), word));
  for (const template of denials) add(denied, template(draw(things), word));
}
for (const [verb, said, denied] of verbs) {
  for (const [template, holds] of ofVerbs) {
    for (let k = 0; k < 4; ++k) add(holds ? said : denied, template(draw(things), verb));
  }
}
for (let k = 0; k < 40; ++k) {
  for (const template of contrasts) {
    add(3, template(draw(things), draw(bad)[0], draw(good)[0]));
    add(1, template(draw(things), draw(good)[0], draw(bad)[0]));
  }
}
for (const thing of things) {
  add(3, `The ${thing} is ${names.good}.`);
  add(1, `The ${thing} is ${names.bad}.`);
  add(1, `The ${thing} is not ${names.good}.`);
  add(3, `The ${thing} is not ${names.bad}.`);
  add(1, `The ${thing} does not work.`);
  add(3, `The ${thing} works.`);
  add(3, `The ${thing} is not without charm.`);
  add(1, `The ${thing} is without charm.`);
  add(1, `The new ${thing} is not nearly as good as the old one.`);
  add(1, `The new ${thing} is worse than the old one.`);
  add(3, `The new ${thing} is better than the old one.`);
  add(4, `I have never seen a finer ${thing}.`);
  add(0, `I have never seen a poorer ${thing}.`);
  add(2, `The ${thing} starts at eight.`);
}
for (const [grade, text] of others) add(grade, text);
process.stdout.write([...lines].join('\n') + '\n');
