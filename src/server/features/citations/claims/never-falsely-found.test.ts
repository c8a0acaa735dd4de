/**
 * Generated claims: none that changes what its source says is found, and those that restate a figure in other words and
 * other formats are. `CITATION_CASES=10000` runs as many of each.
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
