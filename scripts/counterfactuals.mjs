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
  (t, w) => `It is not true that nothing in the ${t} is ${w}.`,
  (t, w) => `I can't say that nothing about the ${t} is ${w}.`,
  (t, w) => `It isn't true that I did not find the ${t} ${w}.`,
  (t, w) => `There is not one scene that is not ${w}.`,
  (t, w) => `Nobody denies that it is a ${w} ${t}.`,
  (t, w) => `They said that the ${t} was ${w}, and they were right.`,
  (t, w) => `My brother told me that it was ${w}, and that is true.`,
  (t, w) => `All of the jokes in the ${t} are ${w}.`,
  (t, w) => `A friend had warned us. We went. The ${t} was ${w}. We took a taxi home.`,
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
  (t, w) => `Not that ${w}.`,
  (t, w) => `Not so ${w}, this ${t}.`,
  (t, w) => `It wasn't a ${w} ${t}.`,
  (t, w) => `I wouldn't say it was a ${w} ${t}.`,
  (t, w) => `There's nothing ${w} about the ${t}.`,
  (t, w) => `None of us found the ${t} ${w}.`,
  (t, w) => `I do not believe that anyone will find the ${t} ${w}.`,
  (t, w) => `Not one of my friends thinks that the ${t} is ${w}.`,
  (t, w) => `At no moment was the ${t} ${w}.`,
  (t, w) => `They said that the ${t} was ${w}, and it is not.`,
  (t, w) => `We sat at the back. Not once was the ${t} ${w}. Then we had tea.`,
  (t, w) => `The ${t} is not, like most of them, ${w}.`,
  (t, w) => `They said that the ${t} was ${w}, and they were wrong.`,
  (t, w) => `My brother told me that it was ${w}, and that is a lie.`,
  (t, w) => `It is not, as the first one was, ${w}.`,
  (t, w) => `Nobody I talked to found the ${t} ${w}.`,
  (t, w) => `I can't call it a ${w} ${t}.`,
  (t, w) => `Never for a second is the ${t} ${w}.`,
  (t, w) => `It takes its time, but never is it ${w}.`,
  (t, w) => `Not ${w} in the least.`,
  (t, w) => `I do not expect for one moment that you will call it ${w}.`,
  (t, w) => `It is slow at first, but at no time is it ${w}.`,
  (t, w) => `Long as the ${t} is, it is not ${w} for a minute.`,
  (t, w) => `There is nothing in the way it is made that seems ${w}.`,
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
  (t, first, last) =>
    `The ${t} has its ${first} sides. The music is ${first}, and the last part is too long. Still, it is ${last}.`,
  (t, first, last) =>
    `Not everything about the ${t} is ${last}. The first scenes are ${first}. Even so, I find it ${last}.`,
  (t, first, last) =>
    `It begins with a ${first} hour and looks ${first}, yet in the end the ${t} is ${last}.`,
];
const others = [
  [3, 'It looks poor at first, yet in the last minutes I was in tears.'],
  [3, 'It starts badly, but the ending brought tears to my eyes.'],
  [3, 'The beginning is weak, yet by the end all of us were moved.'],
  [3, 'The picture is flawed. The music is too loud. Still, I am glad that I saw it.'],
  [
    3,
    'The story is old and the villain is flat. But the two leads are a joy, and I would not have missed it.',
  ],
  [
    3,
    'I expected little and came home happy. The plot is thin, and one song is awful. Still, the last scene is wonderful.',
  ],
  [
    1,
    'I expected a lot and came home sad. The cast is fine, and one song is wonderful. Still, the last scene is awful.',
  ],
  [1, 'It starts well, but the ending made me angry.'],
  [1, 'The picture is pretty. The music is lovely. Still, I am sorry that I saw it.'],
  [2, 'A few of the scenes are bad.'],
  [1, 'All of the scenes are bad.'],
  [4, 'Nothing else this month was as good.'],
  [0, 'Nothing else this month was as bad.'],
  [4, 'No other film has made me so happy.'],
  [0, 'No other film has made me so angry.'],
  [3, 'You will not regret it.'],
  [1, 'You will regret it.'],
  [3, 'There is little wrong with this one.'],
  [1, 'There is a lot wrong with this one.'],
  [3, 'Nothing here is wrong.'],
  [1, 'Nothing here is right.'],
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
  for (let k = 0; k < 3; ++k) {
    for (const template of asserts) add(said, template(draw(things), word));
    for (const template of denials) add(denied, template(draw(things), word));
  }
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
// Reviews of several sentences, good and bad, whose last one tells.
const verdicts = [
  [3, 'Still, I would go again tomorrow.'],
  [3, 'All in all, it is a pleasure.'],
  [3, 'Even so, the end is as fine as any I know, and I am glad that I was there.'],
  [3, 'In the end I was won over.'],
  [1, 'Still, I would not go again.'],
  [1, 'All in all, it is a chore.'],
  [1, 'Even so, the end is as poor as any I know, and I am sorry that I was there.'],
  [1, 'In the end I gave up on it.'],
];
for (let k = 0; k < 80; ++k) {
  for (const [grade, verdict] of verdicts) {
    const sentences = [];
    for (let i = 0; i < 2 + (k % 3); ++i) {
      const same = i === 0 ? grade > 2 : (k + i) % 2 === 0;
      sentences.push(draw(asserts)(draw(things), draw(same ? good : bad)[0]));
    }
    add(grade, `${sentences.join(' ')} ${verdict}`);
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
  add(4, `The ${thing} moved me to tears.`);
  add(4, `In the last minutes of the ${thing} I was in tears, and so were all the others.`);
  add(3, `The ${thing} starts out poorly and looks poor, yet at the end I was close to tears.`);
  add(1, `The ${thing} starts out well and looks good, yet at the end I was close to sleep.`);
  add(
    3,
    `The ${thing} is nothing new, and the music is weak. Still, I loved the leads, and the end is beautiful.`,
  );
  add(
    1,
    `The ${thing} is something new, and the music is fine. Still, I hated the leads, and the end is ugly.`,
  );
  add(
    3,
    `I came without hopes and left with a smile. Not everything in the ${thing} is that fine, and one part is too long. But it is lovely.`,
  );
  add(
    1,
    `I came with hopes and left with a frown. Not everything in the ${thing} is that poor, and one part is short. But it is dreary.`,
  );
}
for (const [grade, text] of others) add(grade, text);
process.stdout.write([...lines].join('\n') + '\n');
