/**
 * The number lock's recall and precision on unconfirmed portfolio figures: on the labeled cases that it was tuned
 * with, and on unseen ones.
 * Usage: npx tsx scripts/bench/number-lock.ts [--missed]
 */
import {
  type LabeledSet,
  labeledCases,
  type Outcome,
  outcomeOf,
  scoreOf,
} from '~/server/testing/inputs/number-lock-cases';
import { known, report } from './lib/report';

const outcomes = await Promise.all(labeledCases().map(outcomeOf));
const shown = (group: readonly Outcome[]) => {
  const { recall, precision, figures } = scoreOf(group);
  return `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)} (${group.length} answers, ${figures} figures)`;
};
const groups = (of: (outcome: Outcome) => string) => [...new Set(outcomes.map(of))].sort();
const shownIn = (set: LabeledSet) => shown(outcomes.filter(({ labeled }) => labeled.set === set));
report('Number lock', [
  known('tuned with', shownIn('tuned')),
  known('not seen while tuning', shownIn('unseen')),
  known('second set, tuned half', shownIn('second')),
  known('second unseen half', shownIn('second unseen')),
  known('third set, tuned half', shownIn('third')),
  known('third unseen half', shownIn('third unseen')),
  known('fourth set, tuned half', shownIn('fourth')),
  known('fourth unseen half', shownIn('fourth unseen')),
  known('fifth set, tuned half', shownIn('fifth')),
  known('fifth unseen half', shownIn('fifth unseen')),
  known('all unseen sets together', shown(outcomes.filter(({ labeled }) => labeled.set.endsWith('unseen')))),
  ...groups(({ labeled }) => labeled.language).map((language) =>
    known(language, shown(outcomes.filter(({ labeled }) => labeled.language === language))),
  ),
  ...groups(({ labeled }) => labeled.kind).map((kind) =>
    known(kind, shown(outcomes.filter(({ labeled }) => labeled.kind === kind))),
  ),
]);
/** Cases of the unseen sets are not shown, so that they stay unseen. */
const isShown = ({ labeled, missed, wrong }: Outcome) =>
  !labeled.set.endsWith('unseen') && missed.length + wrong.length > 0;
if (process.argv.includes('--missed')) {
  for (const { labeled, missed, wrong } of outcomes.filter(isShown))
    console.log(`${labeled.language} ${labeled.kind} missed ${missed} wrong ${wrong}: ${labeled.answer}`);
}
