/** The footnote of a source: its title, its location, and the result of its checks. */
import { oneLine } from '~/server/lib/one-line';
import { printable } from '~/server/lib/printable';
import {
  isMissingQuote,
  type Marker,
  missingQuoteNumber,
  numberOfUrl,
  type Source,
  sourceKey,
} from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { textStart } from '~/shared/text-start';
import { finalVerdictName } from '~/shared/verdict-words';
import type { Note } from './document';

const maxFindings = 5;
const longestQuote = 300;

/** The sources of one answer, as footnotes. */
export class SourceNotes {
  constructor(
    private readonly sources: readonly Source[],
    private readonly citations: readonly Citation[],
  ) {}

  /** The source as cited at one position of the text. */
  at(marker: Marker): Note {
    const here = this.citationsOf(marker.number).filter(({ start, end }) =>
      marker.from === undefined ? end === marker.at : start === marker.from,
    );
    return this.note(marker.number, here);
  }

  /** The source with all its citations. */
  whole(number: number): Note {
    return this.note(number, this.citationsOf(number));
  }

  ofUrl(url: string): Note | undefined {
    const number = numberOfUrl(this.sources, url);
    return number === undefined ? undefined : this.whole(number);
  }

  private citationsOf(number: number): Citation[] {
    if (number === missingQuoteNumber) return this.citations.filter(isMissingQuote);
    const keys: string[] = [];
    return this.citations.filter((citation) => {
      if (isMissingQuote(citation)) return false;
      const key = sourceKey(citation);
      if (!keys.includes(key)) keys.push(key);
      return keys.indexOf(key) + 1 === number;
    });
  }

  private note(number: number, citations: readonly Citation[]): Note {
    const source = this.sources.find((one) => one.number === number);
    const findings = [...new Set(citations.map(findingOf))].filter(Boolean).slice(0, maxFindings);
    if (!source) return { text: printable(findings.join('. ')) || finalVerdictName('absent', 'file') };
    const { title, site, url, file } = source;
    const names = [title, title !== site && site, file?.page !== undefined && `page ${file.page}`].map(oneLine);
    const at = citations.find(({ sourceStart }) => sourceStart !== undefined)?.sourceStart;
    return {
      text: printable([(file ? distinct(names) : names.filter(Boolean)).join(', '), ...findings].join('. ')),
      ...(url && { url }),
      ...(file && { file: { id: file.objectId, ...(at !== undefined && { at }) } }),
    };
  }
}

/** Removes repetitions: the title of a file's page often contains the file name and the page. */
const distinct = (names: readonly string[]): string[] =>
  names.filter((name, at) => {
    const isPartOf = (other: string, index: number) => other.includes(name) && (other !== name || index < at);
    return name !== '' && !names.some(isPartOf);
  });

function findingOf({ quote, check, url }: Citation): string {
  const quoted = quote ? `"${shortened(oneLine(quote))}"` : '';
  if (!check) return quoted;
  const detail = check.reason ?? (check.missing && `not found: ${check.missing.map(oneLine).join(', ')}`);
  const verdict = `${finalVerdictName(check.verdict, url ? 'page' : 'file')}${detail ? ` (${detail})` : ''}`;
  return quoted ? `${verdict}: ${quoted}` : verdict;
}

const shortened = (text: string) =>
  text.length > longestQuote ? `${textStart(text, longestQuote).trimEnd()}...` : text;
