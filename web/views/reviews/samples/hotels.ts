// Reviews of hotels to start from, written for this page.
import { strings } from '../../../strings/strings';
import { fair, good, poor, unmentioned, type ReviewSample } from './expected';

export const hotels: readonly ReviewSample[] = [
  {
    get name() {
      return strings.reviews.samples.glowing;
    },
    expect: { location: good, cleanliness: good, service: good, room: good, value: good },
    text:
      'We stayed four nights and did not want to leave. The hotel stands on a quiet square, five ' +
      'minutes on foot from the cathedral and right above a metro stop. Our room was large and ' +
      'bright, with a very comfortable bed, and everything was spotless, down to the last tile of ' +
      'the bathroom. The young man at the desk remembered our names and booked a table for us when ' +
      'every restaurant in town was full. For what we paid, breakfast included, you will not find ' +
      'anything better.',
  },
  {
    get name() {
      return strings.reviews.samples.mixed;
    },
    get knownWeakness() {
      return strings.reviews.samples.mixedHotelWeakness;
    },
    expect: { location: good, cleanliness: fair, service: fair, room: fair, value: fair },
    text:
      'A decent place for a night before an early train. The station is across the road, which is ' +
      'the reason to book here, though you do hear the trams until midnight. The room was small but ' +
      'clean enough, fresh towels every day, a little dust behind the curtain. Staff were polite ' +
      'and not much more than that; check-in took half an hour. The price is fair for the centre, ' +
      'except for parking, which costs extra and should not.',
  },
  {
    get name() {
      return strings.reviews.samples.poor;
    },
    expect: { location: poor, cleanliness: poor, service: poor, room: poor, value: poor },
    text:
      'Never again. There were stains on the sheets, hair in the shower and a smell of mould that ' +
      'no open window could drive out. When we asked for another room, the woman at reception ' +
      'shrugged and went back to her phone. The bed sagged in the middle, the heating rattled all ' +
      'night, and the lamp had no bulb. The location is terrible, miles from anything and right on ' +
      'a motorway. At this price it was an insult.',
  },
  {
    get name() {
      return strings.reviews.samples.divided;
    },
    expect: { location: good, cleanliness: poor, service: good, room: poor, value: poor },
    text:
      'The setting could not be finer: straight on the beach, with the old harbour around the ' +
      'corner, and we fell asleep to the sound of the sea. The waiters and the cleaning ladies were ' +
      'kindness itself. But the rooms have not been touched for thirty years. Ours was dark and ' +
      'cramped, with a hard, narrow bed, and there was grime along the skirting boards and rust in ' +
      'the bath. They charge as if it were a palace, so it is poor value, however good the view.',
  },
  {
    get name() {
      return strings.reviews.samples.neverUnfriendly;
    },
    expect: {
      location: unmentioned,
      cleanliness: good,
      service: good,
      value: unmentioned,
    },
    text: 'Nobody at the desk was ever unfriendly, and not once in a whole week was the bathroom dirty.',
  },
  {
    get name() {
      return strings.reviews.samples.onlyPlace;
    },
    expect: {
      location: good,
      cleanliness: unmentioned,
      service: unmentioned,
      room: unmentioned,
      value: unmentioned,
    },
    text: 'Two minutes from the harbour, with a tram stop at the door and good cafés all around.',
  },
  {
    get name() {
      return strings.reviews.samples.irony;
    },
    expect: { service: poor },
    get knownWeakness() {
      return strings.reviews.samples.ironyWeakness;
    },
    text:
      'Such attentive staff, we only had to ask four times for a towel. And how helpful of the ' +
      'manager to explain that this was our own fault.',
  },
  {
    get name() {
      return strings.reviews.samples.notHotel;
    },
    expect: 'nothing',
    text:
      'Add the flour to the melted butter and stir for two minutes. Then pour in the milk, little ' +
      'by little, until the sauce is smooth.',
  },
];
