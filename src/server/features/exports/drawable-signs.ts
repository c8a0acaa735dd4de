/** Emoji and signs in PDFs: DejaVu lacks many, and draws a box for them. */
import type { ExportDocument, Run } from './document';

/** The emoji of DejaVu 2.37, as a class of a regular expression. */
const drawn =
  '©®‼⁉™ℹ↔-↙↩↪⌨⏏▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱✂✈✉✌✍✏✒✔✖✝✡✳✴❄❇❣❤➡⤴⤵⬅-⬇' +
  String.raw`\u{1f0cf}\u{1f311}-\u{1f318}\u{1f42d}\u{1f42e}\u{1f431}\u{1f435}\u{1f600}-\u{1f623}\u{1f625}-\u{1f62b}\u{1f62d}-\u{1f640}\u{1f643}`;
/** Replaces signs that carry meaning with similar ones that DejaVu has. */
const similar: Record<string, string> = {
  '✅': '✔',
  '❌': '✘',
  '❎': '✘',
  '❓': '?',
  '❔': '?',
  '❗': '!',
  '❕': '!',
  '➕': '+',
  '➖': '−',
  '➗': '÷',
  '⭐': '★',
  '🌟': '★',
  '⭕': '○',
  '🔴': '●',
  '🟠': '●',
  '🟡': '●',
  '🟢': '●',
  '🔵': '●',
  '⬛': '■',
  '⬜': '□',
  '📈': '↗',
  '📉': '↘',
  '⮕': '→',
  '⧉': '❐',
  'ⓘ': '(i)',
  '₿': 'BTC',
  '₾': 'GEL',
  '₼': 'AZN',
};
/** Where a code that replaces a sign needs a space. */
const currencyBeforeDigit = /(?<=[₿₾₼])(?=\d)/gu;
/** Latin letters, digits and signs in the width of Chinese characters. */
const fullWidth = /[\u3000\uff01-\uff60\uffe0-\uffee]+/g;

/** Matches an emoji that DejaVu lacks, with joined emoji, skin tone and other invisible characters. */
const lackingEmoji = String.raw`(?:(?![${drawn}])\p{Extended_Pictographic}|\p{Regional_Indicator})(?:[\ufe0e\ufe0f\u20e3\u{e0020}-\u{e007f}]|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*`;
/** Includes the space after it if there is one before it, too. */
const lacking = new RegExp(String.raw`(?<=\s)(?:${lackingEmoji})+[^\S\n]|(?:${lackingEmoji})+`, 'gu');
const similarSigns = new RegExp(`(?:${Object.keys(similar).join('|')})\ufe0f?`, 'gu');
/** What remains of emoji that DejaVu has, and the frame of a keycap. */
const remains = /\ufe0f?\u20e3|\p{Emoji_Modifier}|(?<=\p{Extended_Pictographic})\ufe0f/gu;

const withDrawableSigns = (text: string): string =>
  text
    .replace(fullWidth, (signs) => signs.normalize('NFKC'))
    .replace(currencyBeforeDigit, '\u00a0')
    .replace(similarSigns, (sign) => similar[sign.replace('\ufe0f', '')] ?? '')
    .replace(lacking, '')
    .replace(remains, '');

const withoutFirstSpace = (runs: readonly Run[]): Run[] =>
  runs.map((run, index) => (index === 0 && !run.isCode ? { ...run, text: run.text.trimStart() } : run));

/** The document with the signs that its fonts have. URLs and ids stay. */
export const drawableDocument = (document: ExportDocument): ExportDocument =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (isRuns(value)) return withoutFirstSpace(value);
    if (typeof value !== 'string' || key === 'url' || key === 'id') return value;
    return key === 'text' ? withDrawableSigns(value) : withDrawableSigns(value).trimStart();
  });

const isRuns = (value: unknown): value is Run[] =>
  Array.isArray(value) && value.every((item) => typeof item?.text === 'string' && !('kind' in item));
