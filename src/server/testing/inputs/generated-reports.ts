/** Generated company reports, with the variable parts of each sentence. */
import fc from 'fast-check';

export interface ReportSentence {
  text: string;
  name: string;
  amount: string;
  year: string;
}

const names = ['Alpha Group', 'Beta Industries', 'Gamma Shipping', 'Delta Energy', 'Kestrel Foods', 'Norden Bank'];
const subjects = ['revenue', 'net income', 'operating profit', 'free cash flow', 'capital expenditure', 'net debt'];
const verbs = ['rose to', 'fell to', 'came to', 'amounted to', 'was'];
const currencies = ['$', '€', '£', 'CHF '];
const scales = ['million', 'billion', 'thousand'];

const amount = fc
  .record({
    currency: fc.constantFrom(...currencies),
    whole: fc.integer({ min: 1, max: 989 }),
    part: fc.integer({ min: 1, max: 9 }),
    scale: fc.constantFrom(...scales),
  })
  .map(({ currency, whole, part, scale }) => `${currency}${whole}.${part} ${scale}`);

/** One English sentence with a name, an amount, a year and a negation somewhere. */
const reportSentence: fc.Arbitrary<ReportSentence> = fc
  .record({
    name: fc.constantFrom(...names),
    subject: fc.constantFrom(...subjects),
    verb: fc.constantFrom(...verbs),
    amount,
    year: fc.integer({ min: 1995, max: 2029 }).map(String),
    percent: fc.integer({ min: 2, max: 98 }),
    reason: fc.constantFrom(
      'as the port in Rotterdam was not closed',
      'although the merger was never approved by the board',
      'because customers did not cancel their long-term orders',
      'while the office in Zürich did not grow',
    ),
  })
  .map(({ name, subject, verb, amount: worth, year, percent, reason }) => ({
    text: `The ${subject} of ${name} ${verb} ${worth} in ${year}, a change of ${percent} % against the plan, ${reason}.`,
    name,
    amount: worth,
    year,
  }));

/** Pages of three sentences. No sentence occurs twice. */
export const reportPages: fc.Arbitrary<ReportSentence[][]> = fc
  .uniqueArray(reportSentence, { minLength: 6, maxLength: 9, selector: ({ text }) => text })
  .map((sentences) =>
    [sentences.slice(0, 3), sentences.slice(3, 6), sentences.slice(6)].filter(({ length }) => length > 0),
  );

export const otherName = (name: string, choice: number): string => {
  const others = names.filter((one) => one !== name);
  return others[choice % others.length] ?? name;
};

export const otherCurrency = (worth: string, choice: number): string => {
  const own = currencies.find((one) => worth.startsWith(one)) ?? '';
  const others = currencies.filter((one) => one !== own);
  return others[choice % others.length] + worth.slice(own.length);
};

export const otherScale = (worth: string, choice: number): string => {
  const own = scales.find((one) => worth.endsWith(one)) ?? '';
  const others = scales.filter((one) => one !== own);
  return worth.slice(0, -own.length) + others[choice % others.length];
};

/** The same text with one digit, chosen among all, replaced by another. */
export function otherDigit(text: string, choice: number): string {
  const places = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const at = places[choice % places.length] ?? 0;
  const digit = (Number(text.charAt(at)) + 1 + (choice % 9)) % 10;
  return text.slice(0, at) + digit + text.slice(at + 1);
}
