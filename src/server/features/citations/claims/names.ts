/** Finds names in a sentence by their capital letters. */
import { commonWords } from './common-words';

export interface Name {
  text: string;
  start: number;
  end: number;
  /** True at the start of a sentence or cell, where every word is capitalized, so it may not be a name. */
  isInitial: boolean;
}

/** Letters of scripts that separate words by spaces. */
const letter = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}`;
/** Articles and pronouns before an apostrophe: "L'an dernier", "C'était", "Dell'anno". */
const elided = String.raw`(?!(?:[CDJLMNST]|Qu|Lorsqu|Jusqu|[DN]ell|All|Dall|Sull)['’](?!s(?!\p{L}))\p{L})`;
const capitalized = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${elided}(?:U\.S\.?(?![\p{L}\p{N}])|\p{Lu}[\p{L}\p{M}\p{N}&]*(?:-[\p{L}\p{N}]+)*|(?:${letter})+\p{N}(?:${letter}|[\p{N}-])*|\d+-(?!(?:for|to|zu)-\d)(?:${letter})+)|[\p{Script=Katakana}ー]{2,}`,
  'gu',
);
const isSpaceless = (text: string): boolean => /^[\p{Script=Han}\p{Script=Katakana}ー]+$/u.test(text);

/** The first words of a Chinese or Japanese sentence, up to a word that begins no name. */
const hanSubject = /^[^\p{Script=Han}]{0,12}(?<subject>\p{Script=Han}{2,12})/u;
const hanCommon =
  /[的第在于是为了和与及年月日季度全上下本该同其各这那]|公司|集团|收入|营收|营业|净利|利润|亏损|资产|销售|股价|股份|增长|下降|截至|根据|数据|此外|另外|目前|预计|売上|営業|純利|純損|当期|利益|損失|経常|総額|今期|前期/u;

function hanName(sentence: string): Name[] {
  const match = hanSubject.exec(sentence);
  const subject = match?.groups?.subject;
  if (!match || subject === undefined) return [];
  const common = subject.search(hanCommon);
  const text = common < 0 ? subject : subject.slice(0, common);
  const start = match.index + match[0].length - subject.length;
  return text.length < 2 ? [] : [{ text, start, end: start + text.length, isInitial: false }];
}

const unitedStates = /^U\.S\.?$/;

/** Whether a text has the name as a word of its own. */
export function containsName(text: string, name: string): boolean {
  if (unitedStates.test(name)) return /(?<![\p{L}\p{N}])U\.?S(?![\p{L}\p{N}$])/u.test(text);
  const at = text.indexOf(name);
  if (at < 0 || isSpaceless(name)) return at >= 0;
  return (
    !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + name.length).replace(/s/, ''))
  );
}

/** Limit of punctuation between the start and the word, so that long sentences aren't scanned again for each word. */
const maxMarks = 12;
const beginning = /[^\p{L}\p{N}]*$/u;
const ordinary = /^\p{Lu}\p{Ll}+(?:-\p{L}+)*$/u;

function isBeginning(sentence: string, at: number): boolean {
  const marks = beginning.exec(sentence.slice(Math.max(0, at - maxMarks), at))?.[0] ?? '';
  return marks.length === at || marks.includes('|');
}

export function namesIn(sentence: string): Name[] {
  const found = Array.from(sentence.matchAll(capitalized), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isInitial: ordinary.test(text) && isBeginning(sentence, index),
  })).filter(({ text, end }) => !commonWords.has(text.toLowerCase()) && sentence.charAt(end) !== '$');
  return [...hanName(sentence), ...found];
}
