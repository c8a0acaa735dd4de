/**
 * Labeled answers for the number lock: sentences as models write them, in nine languages, with the figures that must be
 * marked. Files named `*unseen.txt` are for measuring only: the lock is never tuned with them. The second set was
 * written before its author had read the rules, and was split in half by a fixed seed, with the translations of an
 * answer in the same half. The third set was split in the same way and is about other companies; its author had read
 * part of the rules. The author of the fourth set, a language model, had read none of them. Neither had the author of
 * the fifth set, which was split by the hash of each answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { unconfirmedFigures } from '~/server/features/figures/lock/unconfirmed-figures';

const setOf = {
  txt: 'tuned',
  'unseen.txt': 'unseen',
  'second.txt': 'second',
  'second-unseen.txt': 'second unseen',
  'third.txt': 'third',
  'third-unseen.txt': 'third unseen',
  'fourth.txt': 'fourth',
  'fourth-unseen.txt': 'fourth unseen',
  'fifth.txt': 'fifth',
  'fifth-unseen.txt': 'fifth unseen',
} as const;
export type LabeledSet = (typeof setOf)[keyof typeof setOf];

export interface LabeledCase {
  language: string;
  kind: string;
  question: string;
  /** With ⟦…⟧ around each figure that must be marked, and {TSLA.gain} for references. */
  answer: string;
  set: LabeledSet;
}

export interface Outcome {
  labeled: LabeledCase;
  /** Figures that had to be marked and were. */
  hits: string[];
  missed: string[];
  wrong: string[];
}

const folder = path.join(import.meta.dirname, 'number-lock');

export function labeledCases(): LabeledCase[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => read(file.slice(0, 2), setOf[file.slice(3) as keyof typeof setOf], line)),
  );
}

function read(language: string, set: LabeledSet, line: string): LabeledCase {
  const bar = line.indexOf('|');
  const text = line
    .slice(bar + 1)
    .trim()
    .replaceAll('\\n', '\n')
    .replaceAll('\\|', '|');
  const [, question = '', answer = text] = /^Q: (.*?) A: (.*)$/s.exec(text) ?? [];
  return { language, set, kind: line.slice(0, bar).trim(), question, answer };
}

interface Share {
  ticker: string;
  name: string;
  gain: string;
  entry: string;
  latest: string;
  day: string;
  currency?: string;
}

const shares: Share[] = [
  { ticker: 'TSLA', name: 'Tesla', gain: '38.75', entry: '180.25', latest: '250.10', day: '2024-03-05' },
  { ticker: 'GOOGL', name: 'Alphabet', gain: '80.00', entry: '100.00', latest: '180.00', day: '2022-11-03' },
  { ticker: 'BABA', name: 'Alibaba', gain: '-12.50', entry: '95.20', latest: '83.30', day: '2023-01-10' },
  { ticker: 'NVDA', name: 'Nvidia', gain: '300.00', entry: '45.00', latest: '180.00', day: '2023-02-01' },
  { ticker: 'TGT', name: 'Target', gain: '7.14', entry: '140.00', latest: '150.00', day: '2024-06-10' },
  { ticker: 'MSFT', name: 'Microsoft', gain: '30.00', entry: '300.00', latest: '390.00', day: '2023-05-02' },
  { ticker: 'IT', name: 'Gartner', gain: '5.00', entry: '400.00', latest: '420.00', day: '2024-01-02' },
];

/** Of the third set: names of several words, generic first words, and prices in euros. */
const otherShares: Share[] = [
  { ticker: 'LLY', name: 'Eli Lilly and Company', gain: '25.00', entry: '600.00', latest: '750.00', day: '2024-03-05' },
  { ticker: 'HD', name: 'The Home Depot, Inc.', gain: '10.00', entry: '320.00', latest: '352.00', day: '2023-06-01' },
  {
    ticker: 'SAP.DE',
    name: 'SAP SE',
    gain: '20.00',
    entry: '150.00',
    latest: '180.00',
    day: '2023-09-04',
    currency: 'EUR',
  },
  {
    ticker: 'BMW.DE',
    name: 'Bayerische Motoren Werke Aktiengesellschaft',
    gain: '-12.00',
    entry: '100.00',
    latest: '88.00',
    day: '2023-03-10',
    currency: 'EUR',
  },
  { ticker: 'GM', name: 'General Motors Company', gain: '30.00', entry: '40.00', latest: '52.00', day: '2024-01-09' },
  {
    ticker: 'DTE.DE',
    name: 'Deutsche Telekom AG',
    gain: '50.00',
    entry: '20.00',
    latest: '30.00',
    day: '2022-10-03',
    currency: 'EUR',
  },
  {
    ticker: 'PG',
    name: 'The Procter & Gamble Company',
    gain: '4.00',
    entry: '150.00',
    latest: '156.00',
    day: '2024-05-02',
  },
];

/** The figures returned by get_positions, and how a case refers to them. */
function returnedFigures(held: readonly Share[]): { figures: Figures; write: Map<string, string> } {
  const figures = new Figures();
  const write = new Map<string, string>();
  const origin = { note: '', source: 'Prices' };
  write.set('book.gain', figures.gain('73.90', origin).write);
  for (const { ticker, gain, entry, latest, day, currency } of held) {
    write.set(`${ticker}.entry`, figures.price(entry, { kind: 'entry', ticker, ...origin }, currency).write);
    write.set(`${ticker}.latest`, figures.price(latest, { kind: 'latest', ticker, ...origin }, currency).write);
    write.set(`${ticker}.gain`, figures.gain(gain, { ticker, ...origin }).write);
    figures.day(day, { ticker, ...origin });
  }
  return { figures, write };
}

/** Runs a case through the writer and the lock, like an answer. */
export async function outcomeOf(labeled: LabeledCase): Promise<Outcome> {
  const held = labeled.set.startsWith('third') ? otherShares : shares;
  const { figures, write } = returnedFigures(held);
  const model = labeled.answer.replace(/\{([\w.]+)\}/g, (_all, name: string) => write.get(name) ?? `{${name}}`);
  const writer = new FigureWriter(figures);
  const marked = writer.push(model) + writer.end();
  const expected: { start: number; end: number }[] = [];
  let text = '';
  const places: number[] = [];
  for (let at = 0; at < marked.length; at++) {
    places.push(text.length);
    if (marked[at] === '⟦') expected.push({ start: text.length, end: -1 });
    else if (marked[at] === '⟧') Object.assign(expected.at(-1) ?? {}, { end: text.length });
    else text += marked[at];
  }
  places.push(text.length);
  const spans = writer.spans.map((span) => ({ ...span, start: places[span.start] ?? 0, end: places[span.end] ?? 0 }));
  const { question } = labeled;
  const facts = { figures: figures.returned, days: figures.days };
  const { marks } = await unconfirmedFigures({
    question,
    text,
    spans,
    citations: [],
    shares: held,
    facts,
    isUsed: true,
  });
  const meets = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    a.start < b.end && b.start < a.end;
  const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  return {
    labeled,
    hits: expected.filter((place) => marks.some((mark) => meets(mark, place))).map(cut),
    missed: expected.filter((place) => !marks.some((mark) => meets(mark, place))).map(cut),
    wrong: marks.filter((mark) => !expected.some((place) => meets(mark, place))).map(cut),
  };
}

/** Of figures, not of cases. */
export function scoreOf(outcomes: readonly Outcome[]): { recall: number; precision: number; figures: number } {
  const sum = (of: (outcome: Outcome) => readonly string[]) => outcomes.reduce((all, one) => all + of(one).length, 0);
  const hits = sum(({ hits }) => hits);
  return {
    recall: hits / (hits + sum(({ missed }) => missed)),
    precision: hits / (hits + sum(({ wrong }) => wrong)),
    figures: hits + sum(({ missed }) => missed),
  };
}
