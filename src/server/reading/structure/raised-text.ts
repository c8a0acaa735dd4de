/** Writes superscripts so that exponents and footnote marks do not become digits of the figure before them. */

/** Enclose a superscript in collected text. Texts that are stored never contain these characters. */
export const raised = { start: '\u0001', end: '\u0002' } as const;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they enclose superscripts.
const superscript = /(?<!\u0001)\u0001{1,4}([^\u0001\u0002\n]{0,16})\u0002{1,4}/g;
/** Consecutive superscripts, such as two footnote marks. */
const border = /(?<!\u0002)\u0002{1,4}([\s,;]{0,2})\u0001{1,4}/g;
const enclosing = /[\u0001\u0002]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

/** Enough to recognize a figure or its unit. */
const context = 24;

export function writeRaised(text: string): string {
  if (!text.includes(raised.start)) return text;
  return text
    .replace(border, '$1')
    .replace(superscript, (whole, inner: string, at: number, all: string) => {
      const end = at + whole.length;
      return written(all.slice(Math.max(0, at - context), at), inner.trim(), all.slice(end, end + context));
    })
    .replace(enclosing, '');
}

const numbers = /^\(?[1-9]\d?\)?(?:[,;\s]{1,2}\(?[1-9]\d?\)?){0,7}$/;
const figure = /\d(?:\)|\s?[%‰\p{Sc}])?$/u;
const wholeNumber = /(?<![\d.,])\d+$/;

function written(before: string, mark: string, after: string): string {
  const base = before.trimEnd();
  if (isExponent(before, mark)) return `^${mark}`;
  if (wholeNumber.test(base) && isFraction(mark, after)) return ` ${mark}`;
  if (!numbers.test(mark) || !figure.test(base)) return mark;
  // A number in brackets may be raised to a power, and a price may have raised cents.
  const isAmbiguous = base.endsWith(')') || (/^\d\d$/.test(mark) && wholeNumber.test(base));
  // Otherwise a footnote mark, which quotations leave out.
  return isAmbiguous ? ` [${mark}]` : '';
}

const isExponent = (base: string, mark: string): boolean =>
  (/^[-−–]\d{1,3}$/.test(mark) && /[\p{L}\d)]$/u.test(base)) ||
  (/^\d{1,3}$/.test(mark) && /(?<![\d.,\p{Sc}])10$/u.test(base)) ||
  (/^[23]$/.test(mark) && /(?<!\p{L})(?:[cdkmµ]?m|ft|in|yd)$/u.test(base));

/** As in 6 3/8. */
const isFraction = (mark: string, after: string): boolean =>
  /^\d{1,2}[/⁄]\d{1,2}$/.test(mark) || (/^\d{1,2}$/.test(mark) && /^[/⁄]\d{1,2}(?![\d.,]*\d)/.test(after));
