/** The pages that were read for a report, as comparable sentences. */

import { Statement, sentencesOf } from '~/server/features/citations/claims/statements';
import { hasNegation } from '~/server/features/citations/negations';
import { hostOf } from '~/server/providers/pages/types';
import type { ResearchEvidence } from '~/shared/schemas/research-schedules';
import { termsOf } from './terms';

export interface EvidencePage {
  messageId: string;
  snapshotId: string;
  readAt: Date;
  url: string;
  canonicalUrl: string;
  title: string;
  text: string;
}

/** A sentence of a page, parsed on first use, because most sentences of a long page are never compared. */
export class Sentence {
  readonly key: string;
  private readonly statement: Statement;
  private known: { head?: string; terms?: ReadonlySet<string>; dates?: readonly string[] } = {};

  constructor(
    readonly page: ReportPage,
    readonly text: string,
  ) {
    this.key = text.toLowerCase();
    this.statement = new Statement(text);
  }

  get figures() {
    return this.statement.figures;
  }

  /**
   * The sentence up to the end of the clause with its first figure. The rest explains that figure or has further ones.
   */
  get head(): string {
    this.known.head ??= this.readHead();
    return this.known.head;
  }

  /** The terms of its head. */
  get terms(): ReadonlySet<string> {
    this.known.terms ??= termsOf(this.withoutValues());
    return this.known.terms;
  }

  /** The dates of its head: 'y2025', 'q3', 'm10' or 'd3.10'. */
  get dates(): readonly string[] {
    this.known.dates ??= this.statement.dates.filter(({ start }) => start < this.head.length).map(({ key }) => key);
    return this.known.dates;
  }

  get isNegated(): boolean {
    return hasNegation(this.head);
  }

  private readHead(): string {
    const [first] = this.figures;
    if (!first) return this.text;
    const end = this.statement.clauses.find((start) => start >= first.end);
    return this.text.slice(0, end);
  }

  private withoutValues(): string {
    const values = [...this.figures, ...this.statement.dates];
    const blanked = values.reduce(
      (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
      this.text,
    );
    return blanked.slice(0, this.head.length);
  }
}

export class ReportPage {
  readonly sentences: readonly Sentence[];
  private readonly keys: ReadonlySet<string>;
  private knownTerms: ReadonlySet<string> | undefined;

  constructor(readonly source: EvidencePage) {
    this.sentences = sentencesOf(source.text).map((text) => new Sentence(this, text));
    this.keys = new Set(this.sentences.map(({ key }) => key));
  }

  contains = ({ key }: Sentence): boolean => this.keys.has(key);

  uses(term: string): boolean {
    this.knownTerms ??= termsOf(this.source.text);
    return this.knownTerms.has(term);
  }

  isSamePage({ source }: ReportPage): boolean {
    return [source.url, source.canonicalUrl].some((url) => url === this.source.url || url === this.source.canonicalUrl);
  }

  isSameSite({ source }: ReportPage): boolean {
    return siteOf(source.url) === siteOf(this.source.url);
  }

  evidence(passage: string | null): ResearchEvidence {
    const { messageId, snapshotId, readAt, title, url } = this.source;
    return { messageId, snapshotId, readAt, title, url, passage };
  }
}

const siteOf = (url: string): string => (URL.canParse(url) ? hostOf(url) : url);
