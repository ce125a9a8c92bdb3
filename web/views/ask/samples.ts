// Reviews to start from, written for this page, with questions that some of them answer.
import { strings } from '../../strings/strings';

export interface AskSample {
  /** The text of its button. */
  readonly name: string;
  readonly questions: readonly string[];
  readonly reviews: string;
  /** Of each question the numbers of the reviews that a reader finds an answer in, which tests compare. */
  readonly expect: Readonly<Record<string, readonly number[]>>;
}

type Names = typeof strings.ask.samples;

function sample(
  key: keyof Names,
  expect: AskSample['expect'],
  ...reviews: readonly string[]
): AskSample {
  return {
    // The language may be another later.
    get name() {
      return strings.ask.samples[key];
    },
    questions: Object.keys(expect),
    reviews: reviews.join('\n\n'),
    expect,
  };
}

export const samples: readonly AskSample[] = [
  sample(
    'hotel',
    {
      'How was the breakfast?': [1, 3],
      'How is the staff?': [1],
      'Is the room clean?': [2],
      'How is the location?': [2],
      'How is the bathroom?': [4],
      'Is there a pool?': [],
    },
    'We stayed for three nights in May. The breakfast was fresh and plentiful, with bread from the bakery next door. The lift is slow, but the staff were friendly and carried our bags up.',
    'The location is perfect, two minutes from the harbour. Our room was clean but tiny, and the window would not close.',
    'I came for a conference. The bed was comfortable, the desk large enough to work at. Breakfast was cold by eight and the coffee was weak.',
    'Never again. The bathroom was dirty and the shower ran cold after a minute.',
    'We heard every step in the corridor. The walls are thin, and so are the curtains.',
  ),
  sample(
    'restaurant',
    {
      'How is the service?': [1],
      'How is the pasta?': [1],
      'How is the fish?': [2],
      'Is it expensive?': [2],
      'How was the dessert?': [3],
    },
    'The pasta was fresh and the sauce had real depth. Service was slow: we waited forty minutes for a table we had booked.',
    'A little expensive for the size of the portions, but the fish was the best I have had in years.',
    'We shared three starters and loved them all. The dessert was too sweet for me, and the room gets very loud after eight.',
    'Good pizza. Our children watched the oven, which made their evening.',
  ),
  sample(
    'headphones',
    {
      'How is the sound quality?': [1],
      'How long does the battery last?': [1],
      'Are they comfortable?': [1],
      'Are they waterproof?': [],
    },
    'I have used these headphones on my way to work for two months. The sound is clear and the bass is strong without being too much. The battery lasts about twenty hours, so I charge them once a week. They are comfortable for an hour or so, but after that the band presses on my head. The case feels cheap.',
  ),
];
