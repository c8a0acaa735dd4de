/**
 * What has changed between two reports, according to their evidence: the passages of pages that confirmed a report,
 * compared with the same pages as read for the other report. The texts of the reports are not compared.
 */
import { sentencesOf } from '~/server/features/citations/claims/statements';
import type { ResearchChange } from '~/shared/schemas/research-schedules';
import { compareSentences, type SentenceSimilarity } from './compare-sentences';
import { type EvidencePage, ReportPage, type Sentence } from './report-pages';

export interface Report {
  pages: readonly EvidencePage[];
  /** The passages that the pages confirmed. */
  passages: readonly { snapshotId: string; passage: string }[];
}

/** How many sentences of a report are compared. */
const maxFacts = 60;

interface Pair extends SentenceSimilarity {
  before: Sentence;
  after: Sentence;
}

export function compareReports(before: Report, after: Report): ResearchChange[] {
  const [oldPages, newPages] = [pagesOf(before), pagesOf(after)];
  const [oldFacts, newFacts] = [factsOf(before, oldPages), factsOf(after, newPages)];
  const gone = unique(oldFacts.filter((fact) => !isSaidIn(fact, newPages, newFacts)));
  const added = unique(newFacts.filter((fact) => !isSaidIn(fact, oldPages, oldFacts)));
  const pairs = bestPairs([...pairsOf(gone, added, newPages), ...reversed(pairsOf(added, [], oldPages))]);
  const isLeft = (fact: Sentence) =>
    !pairs.some((pair) => haveSameMeaning(pair.before, fact) || haveSameMeaning(pair.after, fact));
  return [
    ...pairs.map(changed),
    ...added.filter(isLeft).map((fact) => isNew(fact, samePage(fact, oldPages))),
    ...gone.filter(isLeft).flatMap((fact) => {
      const again = samePage(fact, newPages);
      // A page that was not read again can't show that a fact is gone.
      return again ? [isGone(fact, again)] : [];
    }),
  ];
}

const haveSameMeaning = (one: Sentence, other: Sentence): boolean =>
  one.key === other.key || compareSentences(one, other)?.hasSameMeaning === true;

const pagesOf = ({ pages }: Report): ReportPage[] => pages.map((page) => new ReportPage(page));

/** The whole sentences of the pages that contain the confirmed passages. */
function factsOf({ passages }: Report, pages: readonly ReportPage[]): Sentence[] {
  const facts = passages.flatMap(({ snapshotId, passage }) => {
    const page = pages.find(({ source }) => source.snapshotId === snapshotId);
    if (!page) return [];
    const keys = sentencesOf(passage).map((text) => text.toLowerCase());
    return page.sentences.filter(({ key }) => keys.some((one) => key.includes(one)));
  });
  return [...new Set(facts)].slice(0, maxFacts);
}

const samePage = ({ page }: Sentence, pages: readonly ReportPage[]): ReportPage | undefined =>
  pages.find((other) => other.isSamePage(page));

/**
 * Whether the fact occurs on any page in the same words, or in other words on the same page or in a passage of the
 * other report.
 */
function isSaidIn(fact: Sentence, pages: readonly ReportPage[], facts: readonly Sentence[]): boolean {
  if (pages.some((page) => page.contains(fact))) return true;
  const candidates = [...(samePage(fact, pages)?.sentences ?? []), ...facts];
  return candidates.some((other) => haveSameMeaning(fact, other));
}

/** Two pages with the same content are one fact. */
function unique(facts: readonly Sentence[]): Sentence[] {
  const kept: Sentence[] = [];
  for (const fact of facts) if (!kept.some((one) => haveSameMeaning(one, fact))) kept.push(fact);
  return kept;
}

/** Each fact with its possible successors: new sentences on the same page, and facts of other pages. */
function pairsOf(facts: readonly Sentence[], others: readonly Sentence[], pages: readonly ReportPage[]): Pair[] {
  return facts.flatMap((before) => {
    const page = samePage(before, pages);
    const fresh = page?.sentences.filter((sentence) => !before.page.contains(sentence)) ?? [];
    return [...new Set([...fresh, ...others])].flatMap((after) => {
      const likeness = compareSentences(before, after);
      return likeness && !likeness.hasSameMeaning ? [{ before, after, ...likeness }] : [];
    });
  });
}

const reversed = (pairs: readonly Pair[]): Pair[] =>
  pairs.map(({ before, after, ...likeness }) => ({ ...likeness, before: after, after: before }));

/**
 * Chooses the most similar pairs. Each sentence is in one pair only, and of equal pairs from several pages one is kept.
 * The order of the facts stays.
 */
function bestPairs(pairs: readonly Pair[]): Pair[] {
  const kept: Pair[] = [];
  for (const pair of [...pairs].sort((a, b) => b.score - a.score)) {
    const { before, after } = pair;
    const isTaken = kept.some((one) => one.before === before || one.after === after);
    const isKnown = kept.some((one) => haveSameMeaning(one.before, before) && haveSameMeaning(one.after, after));
    if (!isTaken && !isKnown) kept.push(pair);
  }
  return pairs.filter((pair) => kept.includes(pair));
}

const changed = ({ before, after, caveats }: Pair): ResearchChange => ({
  kind: 'changed',
  title: after.page.source.title,
  url: after.page.source.url,
  before: before.page.evidence(before.text),
  after: after.page.evidence(after.text),
  caveats,
});

const isNew = ({ page, text }: Sentence, earlier: ReportPage | undefined): ResearchChange => ({
  kind: 'new',
  title: page.source.title,
  url: page.source.url,
  before: earlier?.evidence(null) ?? null,
  after: page.evidence(text),
  caveats: [],
});

const isGone = ({ page, text }: Sentence, again: ReportPage): ResearchChange => ({
  kind: 'gone',
  title: again.source.title,
  url: again.source.url,
  before: page.evidence(text),
  after: again.evidence(null),
  caveats: [],
});
