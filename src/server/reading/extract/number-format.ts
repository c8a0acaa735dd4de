/** Formats numbers of workbooks with formats that the library does not understand. */
import { SSF } from '@e965/xlsx';

/** Quoted and escaped text, spaces as wide as a character, fillers, and colors or currencies in brackets. */
const literal = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/gsu;
const datePart = /(?<![a-z])(y+|m+|d+|h+|s+)(?![a-z])/gi;
/** Placeholders and signs that keep their meaning, otherwise text without quotation marks. */
const piece = /("[^"]*"|\\.|[_*].|\[[^\]]*\]|General|\.?[0#?][0#?.,%]*(?:E[+-][0#]+)?|[-+\s;@()/$€,:])|[\p{L}.]+|./gsu;

/** Undefined if the format can't be used. Dates are written as in ISO 8601, because their order can be ambiguous. */
export function formatNumber(value: number, format: string, isFrom1904: boolean): string | undefined {
  const readable = isoFormat(format) ?? quotedFormat(format);
  if (readable === undefined) return undefined;
  try {
    const text: unknown = SSF.format(readable, value, { date1904: isFrom1904 });
    return typeof text === 'string' && text !== '' ? text : undefined;
  } catch {
    return undefined;
  }
}

export const isDateFormat = (format: string): boolean => isoFormat(format) !== undefined;

function isoFormat(format: string): string | undefined {
  if (/\[[hms]+\]/i.test(format)) return undefined;
  const bare = (format.split(';')[0] ?? '').replace(literal, '').replace(/s[.,]0+/gi, 's');
  if (/[0#?]/.test(bare)) return undefined;
  const parts = new Set(Array.from(bare.matchAll(datePart), ([part]) => part.charAt(0).toLowerCase()));
  const time = parts.has('h') ? `hh:mm${parts.has('s') ? ':ss' : ''}` : '';
  const month = parts.has('m') && (time === '' || parts.has('y')) ? 'yyyy-mm' : '';
  const date = parts.has('d') ? 'yyyy-mm-dd' : month || (parts.has('y') ? 'yyyy' : '');
  return [date, time].filter(Boolean).join(' ') || undefined;
}

/** The format with quotation marks around its text, and percent signs beside their placeholders. */
function quotedFormat(format: string): string | undefined {
  const joined = format.replace(/(?<=[0#])((?:\\?\s)+)%/g, '%$1');
  const bare = joined.replace(literal, ' ');
  // Without a placeholder, the number would not be shown. Any other percent sign would be text, without its effect.
  if (!/[0#?]/.test(bare) || /(?<![0#%])%/.test(bare)) return undefined;
  return joined.replace(piece, (text, kept?: string) => kept ?? `"${text}"`);
}
