import { importWords as words } from '~/client/words/import';
import { limits } from '~/shared/limits';

/** More than this is not even read: no program writes so much beside its transactions. */
const mostBytes = 50_000_000;

/** A file's text as the server takes it, without what no import reads. */
export async function readImportFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > mostBytes) return { problem: words.tooLarge };
  const whole = await file.text().catch(() => undefined);
  if (whole === undefined) return { problem: words.unreadable };
  const text = whole.length > limits.importCharacters ? smaller(whole) : whole;
  return text.length > limits.importCharacters ? { problem: words.tooLarge } : { text };
}

function smaller(text: string): string {
  const [first] = text.trimStart();
  if (first === '<') return withoutPrices(text).replace(/>\s+</g, '><');
  if (first !== '{' && first !== '[') return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Portfolio Performance keeps the prices of many years in its file, a hundred times as long as the transactions. */
function withoutPrices(xml: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = xml.indexOf('<prices>', from);
    const end = start === -1 ? -1 : xml.indexOf('</prices>', start);
    if (end === -1) return kept.join('') + xml.slice(from);
    kept.push(xml.slice(from, start));
    from = end + '</prices>'.length;
  }
}
