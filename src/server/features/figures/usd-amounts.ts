const number = String.raw`(?:\d{1,3}(?:,\d{3}){1,9}|\d{1,30})(?:\.\d{1,30})?`;
const amount = new RegExp(String.raw`(?:US\s?)?\$\s?(${number})|\b(${number})\s?(?:USD|US dollars|dollars)\b`, 'gi');
/** Revenues and market values, not prices of a share; a price by the month neither. */
const notAPrice = /^\s?(?:k|m|mn|million|b|bn|billion|t|tn|trillion)\b|^\s?(?:\/|per )\s?(?:mo|month|year|seat|user)/i;
/** Longer than anything that `notAPrice` matches. */
const unitCharacters = 20;

/** Amounts in US dollars that could be prices of shares, with two decimals. */
export function* usdAmounts(text: string): Generator<{ at: number; price: string }> {
  for (const match of text.matchAll(amount)) {
    const end = match.index + match[0].length;
    if (notAPrice.test(text.slice(end, end + unitCharacters))) continue;
    const [whole = '0', decimals = ''] = (match[1] ?? match[2] ?? '').replaceAll(',', '').split('.');
    yield { at: match.index, price: `${whole}.${decimals.padEnd(2, '0')}` };
  }
}
