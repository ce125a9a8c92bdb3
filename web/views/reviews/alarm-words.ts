// The alarms of an evaluation in a visitor's words: why marked words may be no good reasons.
import { strings } from '../../strings/strings';
import { named } from '../../wording';

/** One sentence of the alarms; what is not known is told as the evaluation has it. */
export function alarmText(alarms: readonly string[]): string {
  const { alarmWords, inTests } = strings.reviews;
  return inTests([...new Set(alarms.map((alarm) => named(alarmWords, alarm) ?? alarm))]);
}
