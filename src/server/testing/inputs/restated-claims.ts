/** Figures of generated reports in other words and formats. */
import { otherCurrency, otherDigit, otherName, otherScale, type ReportSentence } from './generated-reports';

export const figureOf = ({ amount, name, year, text }: ReportSentence) => ({
  amount,
  name,
  year,
  subject: /^The (.+?) of /.exec(text)?.[1] ?? '',
  percent: /of (\d+) %/.exec(text)?.[1] ?? '',
});
export type Restated = ReturnType<typeof figureOf>;

/** Each changes the figure. */
export const changes: ((claim: Restated, choice: number) => Restated)[] = [
  (claim, choice) => ({ ...claim, amount: otherDigit(claim.amount, choice) }),
  (claim, choice) => ({ ...claim, amount: otherCurrency(claim.amount, choice) }),
  (claim, choice) => ({ ...claim, amount: otherScale(claim.amount, choice) }),
  (claim, choice) => ({ ...claim, year: String(Number(claim.year) + 1 + (choice % 9)) }),
  (claim, choice) => ({ ...claim, name: otherName(claim.name, choice) }),
];

/** Whether a sentence of the report states this very figure. */
export const isStated = (claim: Restated, report: readonly ReportSentence[]): boolean =>
  report.some(({ amount, name, year }) => amount === claim.amount && name === claim.name && year === claim.year);

/** Ways to say the same. */
const wordings: ((claim: Restated) => string)[] = [
  ({ amount, name, year, subject }) => `In ${year}, ${name} reported ${subject} of ${amount}.`,
  ({ amount, name, year }) => `${name} showed ${shortened(amount)} for ${year} in its accounts.`,
  ({ amount, name, year, subject, percent }) =>
    `For ${year} the ${subject} of ${name} is given as ${spelledOut(amount)}, ${percent} percent off its plan.`,
  ({ amount, name, year }) => `- **${name}** (${year}): ${amount}`,
  ({ amount, name, year, percent }) =>
    `${name} was at ${inFull(amount)} in ${year}, or ${percent}% away from the plan.`,
];

const parts = (amount: string) => {
  const [, currency = '', digits = '', scale = ''] = /^(\D+)([\d.]+) (\w+)$/.exec(amount) ?? [];
  return { currency, digits, scale };
};
const codes: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', 'CHF ': 'CHF' };
const shortScale: Record<string, string> = { million: 'm', billion: 'bn', thousand: 'k' };
const powers: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };

const shortened = (amount: string) => {
  const { currency, digits, scale } = parts(amount);
  return `${currency}${digits}${shortScale[scale]}`;
};
const spelledOut = (amount: string) => {
  const { currency, digits, scale } = parts(amount);
  return `${digits} ${scale} ${codes[currency]}`;
};
const inFull = (amount: string) => {
  const { currency, digits, scale } = parts(amount);
  return currency + Math.round(Number(digits) * (powers[scale] ?? 1)).toLocaleString('en-US');
};

/** The claim in one of the wordings. */
export const said = (claim: Restated, wording: number) =>
  (wordings[wording % wordings.length] as (typeof wordings)[number])(claim);
