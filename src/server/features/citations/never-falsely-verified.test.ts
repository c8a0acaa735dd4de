/**
 * Generated quotations: none with another meaning than its source is verified, while those that only differ in
 * typography are. `CITATION_CASES=10000` runs this many of each.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenTexts } from '~/server/testing/fakes/source-texts';
import { reportPart } from '~/server/testing/inputs/generated-layouts';
import {
  otherCurrency,
  otherDigit,
  otherName,
  otherScale,
  type ReportSentence,
  reportPages,
} from '~/server/testing/inputs/generated-reports';
import { checkQuotations } from './check-quotations';

const numRuns = Number(process.env.CITATION_CASES ?? 150);
const seed = 20261122;

interface Case {
  pages: ReportSentence[][];
  /** Indexes that select the sentence, the kind of change, and a variant of it. */
  sentence: number;
  kind: number;
  choice: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  pages: reportPages,
  sentence: fc.nat(100),
  kind: fc.nat(1000),
  choice: fc.nat(1000),
});

const fileOf = (pages: readonly ReportSentence[][]) =>
  givenTexts(
    { name: 'annual.pdf', pages: pages.map((page) => page.map(({ text }) => text).join(' ')) },
    { name: 'memo.txt', pages: 'A memo that says little of use to anyone.' },
  );

function chosen({ pages, sentence }: Case): { own: ReportSentence; page: number; index: number } {
  const all = pages.flatMap((list, page) => list.map((own, index) => ({ own, page: page + 1, index })));
  return all[sentence % all.length] as (typeof all)[number];
}

const negationRemoved = (text: string) => text.replace(/ (?:not|never)\b/, '');
const negationAdded = (text: string) => text.replace(/ (rose|fell|came|amounted|was) /, ' $1 not ');

/** Each changes the meaning of the sentence, or the named source. */
const changes: ((item: Case) => string)[] = [
  (item) => `“${otherDigit(chosen(item).own.text, item.choice)}”`,
  (item) => `“${negationRemoved(chosen(item).own.text)}”`,
  (item) => `“${negationAdded(chosen(item).own.text)}”`,
  (item) => `“${replaced(item, 'name', otherName)}”`,
  (item) => `“${replaced(item, 'amount', otherCurrency)}”`,
  (item) => `“${replaced(item, 'amount', otherScale)}”`,
  (item) => `“${chosen(item).own.text.replace(' %', ' basis points')}”`,
  (item) => `“${replaced(item, 'year', (year, choice) => String(Number(year) + 1 + (choice % 9)))}”`,
  (item) => `“${chosen(item).own.text}” (annual.pdf, page ${(chosen(item).page % 3) + 1})`,
  (item) => `According to page ${(chosen(item).page % 3) + 1}, “${chosen(item).own.text}”`,
  (item) => `memo.txt says: “${chosen(item).own.text}”`,
  (item) => `“${chosen(item).own.text}” (plan-${item.choice}.pdf)`,
  (item) => `“${halves(item).join(' ')}”`,
  (item) => `“${halves(item).join(' … ')}”`,
  (item) => `> ${halves(item).join(' [...] ')}`,
  // Words at its ends that a quotation must not lose.
  (item) => `“${chosen(item).own.text.replace(/ (?:million|billion|thousand) .*/, '')}”`,
  (item) => `“${chosen(item).own.text.replace(/^.*?(?:\$|€|£|CHF )(?=\d)/, '')}”`,
  (item) => `“${chosen(item).own.text.replace(/^.* (?:not|never) /, '')} and so it was”`,
];

function replaced(item: Case, field: 'name' | 'amount' | 'year', change: (text: string, choice: number) => string) {
  const { own } = chosen(item);
  return own.text.replace(own[field], () => change(own[field], item.choice));
}

/** The start of one sentence and the end of another. */
function halves(item: Case): [string, string] {
  const all = item.pages.flat();
  const { own } = chosen(item);
  const other = all[(all.indexOf(own) + 1 + (item.choice % (all.length - 1))) % all.length] ?? own;
  return [own.text.slice(0, own.text.indexOf(' in ')), other.text.slice(other.text.indexOf(', a change') + 2)];
}

const verdictsOf = async (item: Case, text: string) =>
  (await checkQuotations({ text, userText: '', hasWebSources: false }, fileOf(item.pages))).map(
    ({ check }) => check?.verdict,
  );

it(`no changed quotation is verified, in ${numRuns} cases`, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (item) => {
      const change = changes[item.kind % changes.length] as (typeof changes)[number];
      expect(await verdictsOf(item, `It is written: ${change(item)}.`)).not.toContain('quote');
    }),
    { numRuns, seed },
  );
}, 600_000);

/** Each only changes typography. */
const harmless: ((text: string, choice: number) => string)[] = [
  (text) => `"${text}"`,
  (text) => `„${text}“`,
  (text) => `«\u00a0${text}\u00a0»`,
  (text) => `> ${text}\n>\n> — annual.pdf`,
  (text) => `> ${text.replaceAll(', ', ',\n> ')}`,
  (text, choice) => `“${emphasized(text, choice)}”`,
  (text) => `“${text.replaceAll(' ', '\u00a0')}”`,
  (text) => `“${text.replace(' %', '%')}”`,
  (text) => `“…${text.slice(text.indexOf(' of '))}”`,
  (text) => `“${text.slice(0, text.indexOf(', a change'))} …”`,
  (text) => `“${text.replace('long-term', 'long\u2011term').normalize('NFD')}”`,
  (text) => `‘${text.slice(0, -1)},’`,
];

function emphasized(text: string, choice: number): string {
  const words = text.split(' ');
  const at = choice % words.length;
  words[at] = choice % 2 === 0 ? `**${words[at]}**` : `*${words[at]}*`;
  return words.join(' ');
}

/** Like text extracted from a PDF: lines break anywhere, and words are hyphenated. */
function typeset(text: string, choice: number): string {
  const width = 30 + (choice % 40);
  let line = 0;
  return text.replace(
    /(\s)|(\p{Ll}{3})(?=\p{Ll}{3})/gu,
    (whole, space: string | undefined, head: string | undefined, at: number) => {
      if (at - line < width) return whole;
      line = at;
      return space ? '\n' : `${head}-\n`;
    },
  );
}

it(`at least 99% of unchanged quotations are verified, in ${numRuns} cases`, async () => {
  let missed = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (item) => {
      const { own, page } = chosen(item);
      const change = harmless[item.kind % harmless.length] as (typeof harmless)[number];
      const file = givenTexts({
        name: 'annual.pdf',
        pages: item.pages.map((list) => typeset(list.map(({ text }) => text).join(' '), item.choice)),
      });
      const text = `As it says, ${change(own.text, item.choice)}`.replace(', >', ':\n\n>');
      const [citation] = await checkQuotations({ text, userText: '', hasWebSources: false }, file);
      if (citation?.check?.verdict !== 'quote' || citation.page !== page) missed += 1;
    }),
    { numRuns, seed },
  );
  expect(missed / numRuns).toBeLessThanOrEqual(0.01);
}, 600_000);

const partCases = fc.record({ part: reportPart, kind: fc.nat(1000) });
const partOf = (pages: readonly string[]) =>
  givenTexts({ name: 'annual.pdf', pages: ['What precedes it.', ...pages, 'What follows it.'] });
const chosenOf = (texts: readonly string[], kind: number) => texts[kind % texts.length] ?? '';

it(`no changed quotation of tables, broken pages and other languages is verified, in ${numRuns} cases`, async () => {
  await fc.assert(
    fc.asyncProperty(partCases, async ({ part: { pages, changed }, kind }) => {
      const text = `It is written: “${chosenOf(changed, kind)}”.`;
      const verdicts = await checkQuotations({ text, userText: '', hasWebSources: false }, partOf(pages));
      expect(verdicts.map(({ check }) => check?.verdict)).not.toContain('quote');
    }),
    { numRuns, seed },
  );
}, 600_000);

it(`at least 99% of unchanged ones of these are verified, in ${numRuns} cases`, async () => {
  let missed = 0;
  await fc.assert(
    fc.asyncProperty(partCases, async ({ part: { pages, unchanged }, kind }) => {
      const text = `As it says, “${chosenOf(unchanged, kind)}” there.`;
      const [citation] = await checkQuotations({ text, userText: '', hasWebSources: false }, partOf(pages));
      if (citation?.check?.verdict !== 'quote' || citation.page !== 2) missed += 1;
    }),
    { numRuns, seed },
  );
  expect(missed / numRuns).toBeLessThanOrEqual(0.01);
}, 600_000);
