/**
 * Generated claims: none that changes the meaning of its source is found, while restated figures in other words and
 * formats are. `CITATION_CASES=10000` runs this many of each.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ReportSentence, reportPages } from '~/server/testing/inputs/generated-reports';
import { changes, figureOf, isStated, said } from '~/server/testing/inputs/restated-claims';
import { checkClaim } from './check-claim';

const numRuns = Number(process.env.CITATION_CASES ?? 150);
const seed = 20261122;

const cases = fc.record({
  pages: reportPages,
  sentence: fc.nat(100),
  kind: fc.nat(1000),
  choice: fc.nat(1000),
  wording: fc.nat(100),
});

const textOf = (pages: readonly ReportSentence[][]) =>
  pages.map((page) => page.map(({ text }) => text).join(' ')).join('\n\n');

it(`no changed claim is found, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, ({ pages, sentence, kind, choice, wording }) => {
      const all = pages.flat();
      const own = all[sentence % all.length] as ReportSentence;
      const change = changes[kind % changes.length] as (typeof changes)[number];
      const changed = change(figureOf(own), choice);
      fc.pre(!isStated(changed, all));
      const claim = said(changed, wording);
      expect([claim, checkClaim(claim, textOf(pages)).verdict]).not.toContain('figures');
    }),
    { numRuns, seed },
  );
}, 600_000);

it(`no claim without its negation is found, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, ({ pages, sentence }) => {
      const all = pages.flat();
      const { text } = all[sentence % all.length] as ReportSentence;
      for (const claim of [
        text.replace(/ (?:not|never)\b/, ''),
        text.replace(/ (rose|fell|came|amounted|was) /, ' $1 not '),
      ])
        expect([claim, checkClaim(claim, textOf(pages)).verdict]).not.toContain('figures');
    }),
    { numRuns, seed },
  );
}, 600_000);

/** Sentences that deny, report or limit the words that they contain verbatim. */
const qualifiers: ((words: string) => string)[] = [
  (words) => `It is not true that ${words}.`,
  (words) => `It is false to say that ${words}.`,
  (words) => `The company denied last night that ${words}.`,
  (words) => `That ${words}, is a rumor.`,
  (words) => `Allegedly, ${words}.`,
  (words) => `The following is untrue: ${words}.`,
  (words) => `The claim that ${words}, was refuted.`,
  (words) => `Falsch ist: ${words}.`,
  (words) => `Es ist nicht wahr, dass ${words}.`,
  (words) => `Angeblich gilt: ${words}.`,
  (words) => `Il n’est pas vrai que ${words}.`,
  (words) => `La rumeur dit que ${words}.`,
  (words) => `No es cierto que ${words}.`,
  (words) => `Supuestamente, ${words}.`,
  (words) => `If the board agrees, ${words}.`,
  (words) => `${words}, if the board agrees.`,
  (words) => `${words}, unless the rate changes.`,
  (words) => `${words}, provided that the port opens.`,
  (words) => `${words}, sofern der Rat zustimmt.`,
  (words) => `${words}, à condition que le port ouvre.`,
  (words) => `${words}, siempre que abra el puerto.`,
];

it(`no claim is found within a denial, or without its condition, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, ({ pages, sentence, kind, wording }) => {
      const all = pages.flat();
      const own = all[sentence % all.length] as ReportSentence;
      const others = all.filter((one) => one !== own);
      const claim = figureOf(own);
      fc.pre(!isStated(claim, others));
      const words = own.text.replace(/\.$/, '');
      const reserve = qualifiers[kind % qualifiers.length] as (typeof qualifiers)[number];
      const text = [reserve(words), ...others.map((one) => one.text)].join(' ');
      for (const quoted of [own.text, words, `It says “${words}”.`, `${words} [1].`])
        expect([reserve(''), quoted, checkClaim(quoted, text).verdict]).not.toEqual([
          reserve(''),
          quoted,
          expect.stringMatching(/quote|figures/),
        ]);
      const restated = said(claim, wording);
      expect([reserve(''), restated, checkClaim(restated, text).verdict]).not.toContain('figures');
    }),
    { numRuns, seed },
  );
}, 600_000);

const opposites = [
  ['bought ships for', 'sold ships for'],
  ['made a profit of', 'made a loss of'],
  ['was worth more than', 'was worth less than'],
  ['stayed above', 'stayed below'],
  ['paid over', 'paid under'],
  ['verkaufte Schiffe für', 'kaufte Schiffe für'],
  ['machte einen Gewinn von', 'machte einen Verlust von'],
  ['a fait un bénéfice de', 'a fait une perte de'],
  ['vendió barcos por', 'compró barcos por'],
] as const;

it(`no claim that says the opposite is found, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ pages, sentence, kind }, isTurned) => {
      const { amount, name, year } = pages.flat()[sentence % pages.flat().length] as ReportSentence;
      const pair = opposites[kind % opposites.length] as (typeof opposites)[number];
      const [given, opposite] = isTurned ? pair.toReversed() : pair;
      const text = `${name} ${given} ${amount} in ${year}.`;
      for (const claim of [`${name} ${opposite} ${amount} in ${year}.`, `In ${year}, ${name} ${opposite} ${amount}.`])
        expect([claim, checkClaim(claim, text).verdict]).not.toContain('figures');
      expect(checkClaim(`In ${year}, ${name} ${given} ${amount}.`, text).verdict).toBe('figures');
    }),
    { numRuns, seed },
  );
}, 600_000);

it(`at least 95% of restated claims are found, in ${numRuns} cases`, () => {
  let missed = 0;
  fc.assert(
    fc.property(cases, ({ pages, sentence, wording }) => {
      const all = pages.flat();
      const claim = said(figureOf(all[sentence % all.length] as ReportSentence), wording);
      if (checkClaim(claim, textOf(pages)).verdict !== 'figures') missed += 1;
    }),
    { numRuns, seed },
  );
  expect(missed / numRuns).toBeLessThanOrEqual(0.05);
}, 600_000);
