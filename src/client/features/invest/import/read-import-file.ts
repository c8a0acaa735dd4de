import { importWords as words } from '~/client/words/import';
import { limits } from '~/shared/limits';

/** Larger files are not read; no export is this large apart from its prices. */
const maxBytes = 50_000_000;

/** A file's text for the server, without the parts that no import uses. */
export async function readImportFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxBytes) return { problem: words.tooLarge };
  const whole = await textOf(file).catch(() => undefined);
  if (whole === undefined) return { problem: words.unreadable };
  const text = whole.length > limits.importCharacters ? smaller(whole) : whole;
  return text.length > limits.importCharacters ? { problem: words.tooLarge } : { text };
}

/** Keeps the byte-order mark, which shows that the file is in UTF-8. */
const textOf = async (file: File): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

function smaller(text: string): string {
  const [first] = text.trimStart();
  if (first === '<') return withoutPrices(text).replace(/>\s+</g, '><');
  if (first !== '{' && first !== '[') return text;
  try {
    return JSON.stringify(JSON.parse(text.trimStart()));
  } catch {
    return text;
  }
}

/** Portfolio Performance exports include prices of many years, a hundred times as long as the transactions. */
function withoutPrices(xml: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = xml.indexOf('<prices>', from);
    const end = start === -1 ? -1 : xml.indexOf('</prices>', start);
    if (end === -1) return parts.join('') + xml.slice(from);
    parts.push(xml.slice(from, start));
    from = end + '</prices>'.length;
  }
}
