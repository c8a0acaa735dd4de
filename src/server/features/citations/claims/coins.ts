/** Cents and pence, which are hundredths of a currency. */
const coins: [name: string, form: RegExp][] = [
  ['EUR', /^\s?euro[\s-]?cents?(?!\p{L})/iu],
  ['USD', /^\s?us[\s-]cents?(?!\p{L})/iu],
  ['GBP', /^\s?pence(?!\p{L})/iu],
  ['Cent', /^\s?Cent(?!\p{L})/u],
  ['¢', /^\s?(?:cents?(?!\p{L})|¢)/iu],
];
const penceSign = /^(?:p(?![\p{L}\p{N}])|\sp(?=\s(?:per|a)\sshare))/u;
const money =
  /£|(?<!\p{L})(?:dividends?|shares?|eps|pence|penny|prices?|priced|costs?|pay|pays|paid|earn\p{L}*|worth|sterling|profits?|loss(?:es)?|tax)(?!\p{L})/iu;
/** Screen resolutions such as 1080p, and years such as "2025p" for a projection. */
const isOtherP = /^(?:144|240|360|480|720|1080|1440|2160|4320|(?:19|20)\d\d)$/;

/** The coin behind `digits`, such as cents. "p" only means pence if `text` has words about money. */
export function coinOf(digits: string, behind: string, text: string): { name: string; length: number } | undefined {
  for (const [name, form] of coins) {
    const length = form.exec(behind)?.[0].length;
    if (length !== undefined) return { name, length };
  }
  const [pence] = penceSign.exec(behind) ?? [];
  return pence !== undefined && !isOtherP.test(digits) && money.test(text)
    ? { name: 'GBP', length: pence.length }
    : undefined;
}
