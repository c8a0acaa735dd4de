/**
 * Reads the web pages that an answer cites and compares them with the citing sentences. Stores results a few pages at a
 * time, so that a crash loses little and readers see results as they arrive.
 */
import type { Deps } from '~/server/deps';
import { figuresAfterChecks } from '~/server/features/figures/figures-after-checks';
import { readPage } from '~/server/features/web/read-page';
import type { UnreadableReason } from '~/server/providers/pages/types';
import type { Citation } from '~/shared/schemas/citations';
import type { CitedClaims, PageCheck } from './check-cited';
import { CitedAnswer } from './cited-sentences';
import { PageTooCostly, pageChecker } from './page-checker';
import { addressOf, isPending } from './pending-checks';
import { type StoredPage, snapshotFor, storeSnapshot } from './snapshot-store';
import { storeChecks, type UncheckedAnswer } from './unchecked-answers';

/** A research report cites more pages than an answer. */
const maxPages = { answer: 20, research: 100 };
const pagesAtOnce = 5;

const reasons = {
  tooMany: (max: number) => `Only the first ${max} pages of an answer are read.`,
  tooCostly: 'Comparing this page took too long.',
  failed: 'This page could not be compared.',
  onlyBeginning: 'Only the beginning of this page was compared.',
  interrupted: 'The check was interrupted.',
} as const;

/** The outcome for one page: results by citation, the reason why there are none, or a reason to retry later. */
type PageResult =
  | { checks: readonly PageCheck[]; page: StoredPage; details: Partial<Citation> }
  | { reason: string }
  | 'later';

export interface CheckOptions {
  signal: AbortSignal;
  /** Pages that can't be read now will not be retried. */
  isLastAttempt: boolean;
}

type Needs = Pick<Deps, 'db' | 'bus' | 'pages' | 'logger'>;

/** Returns how many pages remain for a later attempt. Throws if the answer has changed since it was loaded. */
export async function checkSources(deps: Needs, answer: UncheckedAnswer, options: CheckOptions): Promise<number> {
  const cited = new CitedAnswer(answer.content, answer.citations);
  const pages = [...pendingByAddress(answer.citations)];
  const max = maxPagesOf(answer);
  let current = answer;
  let left = 0;
  for (let first = 0; first < Math.min(pages.length, max); first += pagesAtOnce) {
    const batch = pages.slice(first, Math.min(first + pagesAtOnce, max));
    const results = await Promise.all(
      batch.map(async ([address, places]) => {
        const claims = places.map((place) => claimsOf(answer.citations[place], cited));
        return { places, result: await checkPage(deps, answer.messageId, address, claims, options) };
      }),
    );
    options.signal.throwIfAborted();
    left += results.filter(({ result }) => result === 'later').length;
    current = await storeResults(deps, current, results);
  }
  const beyond = pages.slice(max).map(([, places]) => ({ places, result: { reason: reasons.tooMany(max) } }));
  await storeResults(deps, current, beyond);
  return left;
}

export const maxPagesOf = ({ isResearch }: UncheckedAnswer): number =>
  isResearch ? maxPages.research : maxPages.answer;

/** Marks all citations that are still unchecked as unreadable. */
export async function markUnreadable(deps: Needs, answer: UncheckedAnswer): Promise<void> {
  const places = [...pendingByAddress(answer.citations).values()].flat();
  await storeResults(deps, answer, [{ places, result: { reason: reasons.interrupted } }]);
}

interface PageResults {
  /** Indexes of the citations of this page. */
  places: readonly number[];
  result: PageResult;
}

/** Stores the results of some pages and publishes them to readers. Returns the updated answer. */
async function storeResults(
  { db, bus }: Needs,
  answer: UncheckedAnswer,
  results: readonly PageResults[],
): Promise<UncheckedAnswer> {
  const final = results.filter(({ result, places }) => result !== 'later' && places.length > 0);
  if (final.length === 0) return answer;
  const citations = withResults(answer.citations, final);
  const { isStored, known, shown } = await storeChecks(db, answer, citations);
  if (!isStored) throw new Error('The citations of the answer have changed');
  if (shown) {
    const { conversationId, attempt, message } = shown;
    bus.publish(`conversation:${conversationId}`, { type: 'checked', messageId: message.id, attempt, message });
  }
  return { ...answer, citations, known, figures: figuresAfterChecks(answer.figures, citations) };
}

/** Indexes of unchecked citations by the page they cite. */
function pendingByAddress(citations: readonly Citation[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, citation] of citations.entries()) {
    if (!isPending(citation) || citation.url === undefined) continue;
    const address = addressOf(citation.url);
    places.set(address, [...(places.get(address) ?? []), place]);
  }
  return places;
}

function claimsOf(citation: Citation | undefined, cited: CitedAnswer): CitedClaims {
  const sentences = citation ? cited.at(citation) : [];
  return sentences.length > 0 ? { sentences, isPlaced: true } : { sentences: cited.sentences, isPlaced: false };
}

async function checkPage(
  deps: Needs,
  messageId: string,
  address: string,
  claims: readonly CitedClaims[],
  { signal, isLastAttempt }: CheckOptions,
): Promise<PageResult> {
  const read = await readPageForAnswer(deps, messageId, address, signal);
  if (!('page' in read)) return read.mayPass && !isLastAttempt ? 'later' : { reason: read.words };
  try {
    const checks = await pageChecker.check(read.page.text, claims, signal);
    return { ...read, checks };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PageTooCostly) return { reason: reasons.tooCostly };
    // The other pages of the answer keep their results.
    deps.logger.error({ err: error, messageId }, 'a cited page could not be compared');
    return isLastAttempt ? { reason: reasons.failed } : 'later';
  }
}

/** Temporary reasons, for which a retry may succeed. */
const passing: ReadonlySet<UnreadableReason> = new Set(['unreachable', 'timed_out', 'busy', 'failed']);

/** The snapshot of the page taken for the answer, or else the page as it is now. */
async function readPageForAnswer(
  { db, pages }: Needs,
  messageId: string,
  address: string,
  signal: AbortSignal,
): Promise<{ page: StoredPage; details: Partial<Citation> } | { words: string; mayPass: boolean }> {
  const known = await snapshotFor(db, messageId, address);
  if (known) return { page: known, details: detailsOf(known) };
  const reading = await readPage({ pages }, address, signal);
  if (reading.state === 'unreadable') return { words: reading.words, mayPass: passing.has(reading.reason) };
  const page = await storeSnapshot(db, messageId, { ...reading, url: address, finalUrl: reading.url });
  if (!page) throw new Error('The answer was deleted');
  return { page, details: detailsOf(page) };
}

const detailsOf = ({ title, publishedAt }: StoredPage): Partial<Citation> => ({
  title,
  ...(publishedAt && { publishedAt }),
});

function withResults(citations: readonly Citation[], results: readonly PageResults[]): Citation[] {
  const checkedAt = new Date().toISOString();
  const changed = [...citations];
  for (const { places, result } of results) {
    if (result === 'later') continue;
    for (const [index, place] of places.entries()) {
      const before = changed[place];
      if (!before) continue;
      if ('reason' in result)
        changed[place] = { ...before, check: { verdict: 'unreadable', reason: result.reason, checkedAt } };
      else {
        const check = result.checks[index];
        if (check) changed[place] = checkedCitation(before, check, result, checkedAt);
      }
    }
  }
  return changed;
}

function checkedCitation(
  before: Citation,
  { verdict, missing, passage, sourceStart, sourceEnd, sentence }: PageCheck,
  { page, details }: { page: StoredPage; details: Partial<Citation> },
  checkedAt: string,
): Citation {
  if (page.isCut && verdict === 'absent') {
    // The statement may be in the rest of the page.
    const check = { verdict: 'unreadable' as const, reason: reasons.onlyBeginning, snapshotId: page.id, checkedAt };
    return { ...details, ...before, check };
  }
  return {
    ...details,
    ...before,
    ...sentence,
    ...(sourceStart !== undefined && { sourceStart, sourceEnd }),
    check: {
      verdict,
      ...(missing && { missing }),
      ...(passage !== undefined && { passage }),
      ...(page.isCut && verdict === 'partial' && { reason: reasons.onlyBeginning }),
      snapshotId: page.id,
      checkedAt,
    },
  };
}
