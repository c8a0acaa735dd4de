/**
 * Generated answers with web sources: no claim that differs from the cited page is verified, while those that quote or
 * restate the page are. `CITATION_CASES=10000` runs this many of each.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ClaimSource } from '~/server/features/citations/claims/check-claim';
import {
  otherCurrency,
  otherDigit,
  otherName,
  otherScale,
  type ReportSentence,
  reportPages,
} from '~/server/testing/inputs/generated-reports';
import { changes, figureOf, isStated, said } from '~/server/testing/inputs/restated-claims';
import type { Citation } from '~/shared/schemas/citations';
import { checkCited, type PageCheck } from './check-cited';
import { CitedAnswer } from './cited-sentences';

const numRuns = Number(process.env.CITATION_CASES ?? 150);
const seed = 20261122;

const cases = fc.record({
  pages: reportPages,
  sentence: fc.nat(100),
  kind: fc.nat(1000),
  choice: fc.nat(1000),
  wording: fc.nat(100),
  style: fc.nat(1000),
  pageStyle: fc.nat(1000),
});

/** Pages as returned by the page reader: headings, paragraphs, lists and tables as Markdown. */
const pageStyles: ((sentences: readonly string[]) => string)[] = [
  (sentences) => `# Results\n\n${sentences.join(' ')}`,
  (sentences) => `Skip to content\n\n# Results\n\n${sentences.join('\n\n')}\n\nAll rights reserved © 2031`,
  (sentences) => sentences.map((text) => `- ${text}`).join('\n'),
  (sentences) => `## News of 3 May 2033\n\n${sentences.join('\n')}\n\n[Read more](https://site.example/more)`,
];

const url = 'https://site.example/report_(final)';

/** Citation styles of models. Each returns the answer and the range that the provider marks. */
const styles: ((claim: string) => { text: string; mark: string; before?: boolean })[] = [
  (claim) => ({ text: `Here it is. ${claim}[[1]](${url}) More follows.`, mark: `[[1]](${url})` }),
  (claim) => ({ text: `- ${claim} ([site.example](${url}))\n- Another point.`, mark: `([site.example](${url}))` }),
  (claim) => ({ text: `Intro\n\n${claim.replace(/\.$/, '')} [1].\n\nOutro 99.`, mark: '[1]' }),
  (claim) => ({ text: `${claim} [1][2] Next sentence of 2011.`, mark: '[1]' }),
  (claim) => ({ text: `${claim}【4†source】`, mark: '【4†source】' }),
  (claim) => ({ text: `The point: ${claim}\n`, mark: claim }),
];

function check(claim: string, style: number, page: string): PageCheck {
  const { text, mark } = (styles[style % styles.length] as (typeof styles)[number])(claim);
  const start = text.indexOf(mark);
  const citation: Citation = { source: 'site.example', url, start, end: start + mark.length };
  const cited = new CitedAnswer(text, [citation]);
  return checkCited({ sentences: cited.at(citation), isPlaced: true }, new ClaimSource(page));
}

const pageOf = (sentences: readonly ReportSentence[], style: number) =>
  (pageStyles[style % pageStyles.length] as (typeof pageStyles)[number])(sentences.map(({ text }) => text));

/** Changes to a quotation of the whole sentence. */
const quoted: ((own: ReportSentence, choice: number) => string)[] = [
  ({ text }, choice) => otherDigit(text, choice),
  ({ text }) => text.replace(/ (?:not|never)\b/, ''),
  ({ text }) => text.replace(/ (rose|fell|came|amounted|was) /, ' $1 not '),
  ({ text, name }, choice) => text.replace(name, otherName(name, choice)),
  ({ text, amount }, choice) => text.replace(amount, () => otherCurrency(amount, choice)),
  ({ text, amount }, choice) => text.replace(amount, () => otherScale(amount, choice)),
  ({ text }) => text.replace(' %', ' basis points'),
  ({ text, year }, choice) => text.replace(year, String(Number(year) + 1 + (choice % 9))),
];

const chosen = <Item>(list: readonly Item[], at: number) => list[at % list.length] as Item;

it(`no changed claim is verified, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, ({ pages, sentence, kind, choice, wording, style, pageStyle }) => {
      const all = pages.flat();
      const own = chosen(all, sentence);
      const page = pageOf(all, pageStyle);
      const changed = chosen(changes, kind)(figureOf(own), choice);
      fc.pre(!isStated(changed, all));
      const words = chosen(quoted, kind)(own, choice);
      for (const claim of [said(changed, wording), words, `It says “${words}”`])
        expect([claim, check(claim, style, page).verdict]).not.toEqual([claim, expect.stringMatching(/quote|figures/)]);
    }),
    { numRuns, seed },
  );
}, 900_000);

it(`no claim is verified on another page, in ${numRuns} cases`, () => {
  fc.assert(
    fc.property(cases, ({ pages, sentence, wording, style, pageStyle }) => {
      const all = pages.flat();
      const own = chosen(all, sentence);
      const others = all.filter((one) => one !== own);
      const claim = figureOf(own);
      fc.pre(!isStated(claim, others));
      const page = pageOf(others, pageStyle);
      for (const words of [said(claim, wording), own.text, `It says “${own.text}”`])
        expect([words, check(words, style, page).verdict]).not.toEqual([words, expect.stringMatching(/quote|figures/)]);
    }),
    { numRuns, seed },
  );
}, 900_000);

it(`at least 95% of claims that quote or restate a page are found, in ${numRuns} cases`, () => {
  const missed: string[] = [];
  fc.assert(
    fc.property(cases, ({ pages, sentence, kind, wording, style, pageStyle }) => {
      const all = pages.flat();
      const own = chosen(all, sentence);
      const page = pageOf(all, pageStyle);
      const claim = chosen([said(figureOf(own), wording), own.text, `It says: “${own.text}”`], kind);
      if (!/quote|figures/.test(check(claim, style, page).verdict)) missed.push(`${style % 6} ${claim}`);
    }),
    { numRuns, seed },
  );
  expect(missed.length / numRuns, missed.slice(0, 5).join('\n')).toBeLessThanOrEqual(0.05);
}, 900_000);
