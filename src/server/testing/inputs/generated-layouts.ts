/**
 * Parts of reports besides plain English sentences: tables, sentences across pages, ligatures, German and French. Each
 * has quotations with a different meaning, and quotations that differ only in typography.
 */
import fc from 'fast-check';
import { otherDigit, otherName } from './generated-reports';

export interface ReportPart {
  /** The text of each of its pages. */
  pages: string[];
  changed: string[];
  unchanged: string[];
}

interface Facts {
  name: string;
  other: string;
  value: string;
  earlier: string;
  year: string;
  choice: number;
}

const facts: fc.Arbitrary<Facts> = fc
  .record({
    name: fc.constantFrom('Alpha Group', 'Beta Industries', 'Gamma Shipping'),
    choice: fc.nat(1000),
    value: fc.integer({ min: 100, max: 989 }),
    part: fc.integer({ min: 1, max: 9 }),
    year: fc.integer({ min: 1995, max: 2029 }),
  })
  .map(({ name, choice, value, part, year }) => ({
    name,
    choice,
    other: otherName(name, choice),
    value: `${value}.${part}`,
    // Always a different number.
    earlier: `${value + 1 + (choice % 9)}.${part}`,
    year: String(year),
  }));

const table = ({ value, earlier, year, choice }: Facts): ReportPart => {
  const row = `| Operating profit | ${value} | ${earlier} |`;
  return {
    pages: [
      `| USD million | ${year} | ${Number(year) - 1} |\n| --- | --- | --- |\n${row}\n| Net debt | ${earlier} | 12.5 |`,
    ],
    changed: [
      otherDigit(row, choice),
      `| Operating profit | ${earlier} | ${value} |`,
      `| Net debt | ${value} | ${earlier} |`,
      `| Operating profit | ${earlier} | 12.5 |`,
      row.replace('| Operating profit', '| Operating loss'),
      `Operating profit ${earlier} ${value}`,
      // The figure of one row with the label of the next.
      `${earlier} Net debt ${earlier}`,
    ],
    unchanged: [row, `Operating profit | ${value} | ${earlier}`, `Operating profit ${value} ${earlier}`],
  };
};

const overTwoPages = ({ name, other, value, year }: Facts): ReportPart => {
  const head = `In ${year} the shareholders of ${name} did not, after a long debate about the price of ${value} million,`;
  const tail = `formally approve the merger with ${other} at their meeting in Rotterdam.`;
  return {
    pages: [`Minutes of the meeting.\n${head}`, `${tail} They met again in May.`],
    changed: [
      tail,
      tail.replace('formally ', ''),
      `${head.replace('did not, ', 'did, ')} ${tail}`,
      `${head} ${tail.replace(other, name)}`,
      `${head} They met again in May.`,
    ],
    unchanged: [`${head} ${tail}`, `…${head.slice(head.indexOf(' the shareholders'))} ${tail}`],
  };
};

/** As set in some PDFs. */
const ligatures: [RegExp, string][] = [
  [/ffi/g, '\ufb03'],
  [/fi/g, '\ufb01'],
  [/fl/g, '\ufb02'],
  [/ff/g, '\ufb00'],
];
const withLigatures = (text: string) => ligatures.reduce((set, [letters, sign]) => set.replace(letters, sign), text);

const ligature = ({ name, other, value, year, choice }: Facts): ReportPart => {
  const text = `The chief financial officer of ${name} did not officially confirm cash flow of $${value} million for fiscal ${year}.`;
  return {
    pages: [withLigatures(text)],
    changed: [
      otherDigit(text, choice),
      text.replace('did not officially', 'did officially'),
      text.replace(name, other),
      `officially confirm cash flow of $${value} million for fiscal ${year}`,
      `confirm cash flow of $${value} million for fiscal ${year}`,
      text.replace('million', 'billion'),
    ],
    unchanged: [text, withLigatures(text), text.slice(0, -1)],
  };
};

const german = ({ name, other, value, year, choice }: Facts): ReportPart => {
  const amount = `${value.replace('.', ',')} Mio. Euro`;
  const refused = `Der Vorstand der ${name} hat die Fusion mit der ${other} nicht förmlich genehmigt.`;
  const late = `Der Aufsichtsrat billigte ${year} den Kauf der ${other} für ${amount} ausdrücklich nicht.`;
  return {
    pages: [`${refused} ${late}`],
    changed: [
      refused.replace('nicht ', ''),
      refused.replace(name, `Neue ${name}`),
      'förmlich genehmigt.',
      otherDigit(late, choice),
      late.replace('Mio.', 'Mrd.'),
      late.replace('Euro', 'Dollar'),
      late.slice(0, late.indexOf(' ausdrücklich')),
      late.slice(0, late.indexOf(' für ')),
      `${refused.slice(0, refused.indexOf(' nicht'))} ${late.slice(late.indexOf('den Kauf'))}`,
    ],
    unchanged: [refused, late, late.replace(' Euro', '\u00a0Euro'), refused.normalize('NFD')],
  };
};

const french = ({ name, other, value, year, choice }: Facts): ReportPart => {
  const text = `Le conseil de ${name} n’a pas formellement approuvé la fusion avec ${other} en ${year}, et les ventes ont atteint ${value.replace('.', ',')} millions d’euros.`;
  const approved = text.slice(text.indexOf('formellement'), text.indexOf(', et'));
  return {
    pages: [text],
    changed: [
      otherDigit(text, choice),
      text.replace('n’a pas ', 'a '),
      approved,
      approved.replace('formellement ', ''),
      text.replace(other, name),
      text.replace('millions', 'milliards'),
      text.replace('d’euros', 'de dollars'),
    ],
    unchanged: [text, text.replaceAll('’', "'"), text.slice(text.indexOf('les ventes'))],
  };
};

export const reportPart: fc.Arbitrary<ReportPart> = fc
  .tuple(facts, fc.constantFrom(table, overTwoPages, ligature, german, french))
  .map(([given, make]) => make(given));
