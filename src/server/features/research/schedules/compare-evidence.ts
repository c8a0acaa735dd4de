/**
 * What has changed between two reports, by their evidence: the passages of pages that confirmed what a report says,
 * compared with the same pages as they were read for the other report. The texts of the reports are not compared.
 */
import { Statement, sentencesOf } from '~/server/features/citations/claims/statements';
import type { ResearchChange, ResearchEvidence } from '~/shared/schemas/research-schedules';

export interface EvidencePage {
  messageId: string;
  snapshotId: string;
  readAt: Date;
  url: string;
  canonicalUrl: string;
  title: string;
  text: string;
}

export interface Report {
  pages: readonly EvidencePage[];
  /** What the pages confirmed. */
  passages: readonly { snapshotId: string; passage: string }[];
}

/** Of the words of two sentences, without figures and dates, that both must have. */
const alikeFrom = 0.6;
const fewestSharedWords = 2;
/** Sentences of a report that are compared. */
const mostFacts = 60;

class Sentence {
  readonly statement: Statement;
  private knownWords: Set<string> | undefined;

  constructor(readonly text: string) {
    this.statement = new Statement(text);
  }

  get key(): string {
    return this.text.toLowerCase();
  }

  get figures(): string {
    return this.statement.figures
      .map(({ value, unit }) => `${value} ${unit}`)
      .sort()
      .join(', ');
  }

  /** What it is about. */
  get words(): Set<string> {
    this.knownWords ??= new Set(
      this.withoutFigures()
        .toLowerCase()
        .match(/\p{L}{3,}/gu),
    );
    return this.knownWords;
  }

  private withoutFigures(): string {
    const { figures, dates } = this.statement;
    return [...figures, ...dates].reduce(
      (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
      this.text,
    );
  }
}

class Page {
  readonly sentences: readonly Sentence[];
  private readonly keys: ReadonlySet<string>;

  constructor(readonly source: EvidencePage) {
    this.sentences = sentencesOf(source.text).map((text) => new Sentence(text));
    this.keys = new Set(this.sentences.map(({ key }) => key));
  }

  contains = ({ key }: Sentence): boolean => this.keys.has(key);

  /** The sentence that is about the same. */
  nearest = (wanted: Sentence): Sentence | undefined => nearestOf(this.sentences, wanted);

  isSamePage({ source }: Page): boolean {
    return [source.url, source.canonicalUrl].some((url) => url === this.source.url || url === this.source.canonicalUrl);
  }

  evidence(passage: string | null): ResearchEvidence {
    const { messageId, snapshotId, readAt } = this.source;
    return { messageId, snapshotId, readAt, passage };
  }
}

interface Fact {
  page: Page;
  sentence: Sentence;
}

export function compareReports(before: Report, after: Report): ResearchChange[] {
  const [oldPages, newPages] = [before, after].map(({ pages }) => pages.map((page) => new Page(page))) as [
    Page[],
    Page[],
  ];
  const oldFacts = factsOf(before, oldPages);
  const changes = new Map<string, ResearchChange>();
  const add = (change: ResearchChange) =>
    changes.set(JSON.stringify([change.url, change.before?.passage, change.after.passage]), change);
  for (const { page, sentence } of oldFacts) {
    const again = newPages.find((other) => other.isSamePage(page));
    // A page that was not read again says nothing about what is gone.
    if (!again || again.contains(sentence)) continue;
    const now = again.nearest(sentence);
    if (now && now.figures === sentence.figures) continue;
    add(changeOf(now ? 'changed' : 'gone', again, page.evidence(sentence.text), again.evidence(now?.text ?? null)));
  }
  for (const { page, sentence } of factsOf(after, newPages)) {
    const earlier = oldPages.find((other) => other.isSamePage(page));
    const was = earlier
      ? earlier.nearest(sentence)
      : nearestOf(
          oldFacts.map((fact) => fact.sentence),
          sentence,
        );
    if (earlier?.contains(sentence) || was?.figures === sentence.figures) continue;
    const isChanged = earlier !== undefined && was !== undefined;
    const old = earlier?.evidence(isChanged ? was.text : null) ?? null;
    add(changeOf(isChanged ? 'changed' : 'new', page, old, page.evidence(sentence.text)));
  }
  return [...changes.values()];
}

const changeOf = (
  kind: ResearchChange['kind'],
  { source: { title, url } }: Page,
  before: ResearchEvidence | null,
  after: ResearchEvidence,
): ResearchChange => ({ kind, title, url, before, after });

/** The whole sentences of the pages that the confirmed passages are from. */
function factsOf({ passages }: Report, pages: readonly Page[]): Fact[] {
  const facts = passages.flatMap(({ snapshotId, passage }) => {
    const page = pages.find(({ source }) => source.snapshotId === snapshotId);
    if (!page) return [];
    const keys = sentencesOf(passage).map((text) => text.toLowerCase());
    const found = page.sentences.filter(({ key }) => keys.some((one) => key.includes(one)));
    return found.map((sentence) => ({ page, sentence }));
  });
  const unique = new Map(facts.map((fact) => [`${fact.page.source.snapshotId} ${fact.sentence.key}`, fact]));
  return [...unique.values()].slice(0, mostFacts);
}

function nearestOf(sentences: readonly Sentence[], wanted: Sentence): Sentence | undefined {
  let best: { sentence: Sentence; likeness: number } | undefined;
  for (const sentence of sentences) {
    const likeness = likenessOf(sentence.words, wanted.words);
    if (likeness >= alikeFrom && likeness > (best?.likeness ?? 0)) best = { sentence, likeness };
  }
  return best?.sentence;
}

/** The part of all words of both that both have. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared < fewestSharedWords ? 0 : shared / (a.size + b.size - shared);
}
