/** Decodes a text file in any encoding. */
import { detect } from 'chardet';
import iconv from 'iconv-lite';

/** Enough to detect an encoding. */
const sampleBytes = 64 * 1024;

const marks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Texts declared as one of these are decoded as Windows-1252, as in browsers. It has more characters. */
const latin1 = /^(?:iso[-_]?8859[-_]?1|latin-?1|(?:us-?)?ascii)$/i;
const windows = 'windows-1252';

/**
 * A part of a longer text may end within a character. `declared` is the encoding declared in the text itself, such as a
 * page's charset.
 */
export function decodeText(bytes: Uint8Array, { isPart = false, declared = '' } = {}): string {
  const marked = marks.find(([, mark]) => mark.every((value, index) => bytes[index] === value));
  if (marked) return decode(bytes, marked[0], isPart) ?? '';
  const wide = wideEncoding(bytes);
  if (wide) return decode(bytes, wide, isPart) ?? '';
  if (isJapaneseMail(bytes)) return decode(bytes, japaneseMail, isPart) ?? '';
  const utf8 = decodeExactly(bytes, isPart);
  if (utf8 !== null) return utf8;
  const nearly = decodeNearly(bytes);
  if (nearly !== null) return nearly;
  const guessed = declared || guess(bytes.subarray(0, sampleBytes));
  // Decoding as UTF-8 has just failed; old Windows texts are the most likely of the rest.
  return (/^utf-?8$/i.test(guessed) ? null : decode(bytes, guessed, isPart)) ?? decode(bytes, windows, isPart) ?? '';
}

function decodeExactly(bytes: Uint8Array, isPart: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart });
  } catch {
    return null;
  }
}

/** Valid characters per invalid byte. Texts in other encodings have at most one for three invalid bytes. */
const validPerInvalid = 4;
const replacement = '\ufffd';

/** UTF-8 with a few invalid bytes, such as a log with a damaged line, or a text that was cut within a character. */
function decodeNearly(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes, { stream: true });
  // The text itself can contain U+FFFD, whose bytes are valid.
  const written = bufferOf(bytes).toString('latin1').split('\u00ef\u00bf\u00bd');
  const invalid = text.split(replacement).length - written.length;
  const valid = text.replace(/[\0-\u007f\ufffd]+/g, '').length;
  return valid > 0 && valid >= invalid * validPerInvalid ? text : null;
}

/** Its bytes are ASCII: an escape sequence switches to two bytes per character. Node.js can decode it. */
const japaneseMail = 'iso-2022-jp';

function isJapaneseMail(bytes: Uint8Array): boolean {
  const sample = Buffer.from(bytes.subarray(0, sampleBytes)).toString('latin1');
  return sample.includes('\u001b$B') || sample.includes('\u001b$@');
}

/** Encodings of Western Europe that the library doesn't recognize: Excel's "CSV (Macintosh)" and "CSV (MS-DOS)". */
const others = ['macintosh', 'cp850'];
/** In Windows-1252, these are capital letters, signs or unused. */
const unlikelyInWord = /[a-z][\x81-\x84\x86-\x90\x98\x9a\x9b\x9d-\x9f](?=[a-z])/;
/** Also signs that are common in texts of Windows, where the other encodings have letters. */
const lettersInWord = /(?<=[a-z])[ß-öø-ÿœšž’“”–—…™]|[ß-öø-ÿœšž’“”–—…™](?=[a-z])/g;

function guess(sample: Uint8Array): string {
  const guessed = detect(sample) ?? '';
  const buffer = Buffer.from(sample);
  if (guessed !== windows && !latin1.test(guessed)) return guessed;
  if (!unlikelyInWord.test(buffer.toString('latin1'))) return guessed;
  const lettersOf = (encoding: string) => iconv.decode(buffer, encoding).match(lettersInWord)?.length ?? 0;
  return others.reduce((best, other) => (lettersOf(other) > lettersOf(best) ? other : best), windows);
}

/** The same bytes, not a copy. */
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** null if the encoding is unknown. */
function decode(bytes: Uint8Array, encoding: string, isPart: boolean): string | null {
  if (/^(?:utf-(?:8|16(?:le|be)?)|iso-2022-jp|macintosh)$/i.test(encoding))
    return new TextDecoder(encoding).decode(bytes, { stream: isPart });
  if (!iconv.encodingExists(encoding)) return null;
  // Node.js decodes Windows-1252 as Latin-1, which loses quotation marks and dashes.
  const buffer = bufferOf(bytes);
  return iconv.decode(buffer, latin1.test(encoding) ? windows : encoding);
}

/** Replaces control characters that result from decoding Windows-1252 as Latin-1. */
export const repairWindows = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => iconv.decode(Buffer.from(control, 'latin1'), windows));

/** UTF-16 without a byte order mark: every other byte of Western text is zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 1000);
  if (sample.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (const [index, value] of sample.entries()) {
    if (value !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const many = sample.length * 0.3;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : null;
}
