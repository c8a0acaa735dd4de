/** Spelled-out numbers before a scale or unit ("four million", "fünf Prozent"), multiples ("doubled") and ranks. */
import { matchesOf } from '~/server/lib/matches';
import { rateOf, scaleOf, unitOf } from './units';

const values: Record<string, string> = {};
const names = [
  ['0', 'zero|null|zéro|cero'],
  ['0.5', 'half a|half an|eine halbe|un demi|medio'],
  ['1', 'one|a|an|ein|eine|un|une|uno'],
  ['2', 'two|zwei|deux|dos'],
  ['3', 'three|drei|trois|tres'],
  ['4', 'four|vier|quatre|cuatro'],
  ['5', 'five|fünf|cinq|cinco'],
  ['6', 'six|sechs|seis'],
  ['7', 'seven|sieben|sept|siete'],
  ['8', 'eight|acht|huit|ocho'],
  ['9', 'nine|neun|neuf|nueve'],
  ['10', 'ten|zehn|dix|diez'],
  ['11', 'eleven|elf|onze|once'],
  ['12', 'twelve|zwölf|douze|doce'],
  ['13', 'thirteen|dreizehn|treize|trece'],
  ['14', 'fourteen|vierzehn|quatorze|catorce'],
  ['15', 'fifteen|fünfzehn|quinze|quince'],
  ['16', 'sixteen|sechzehn|seize|dieciséis'],
  ['17', 'seventeen|siebzehn|dix-sept|diecisiete'],
  ['18', 'eighteen|achtzehn|dix-huit|dieciocho'],
  ['19', 'nineteen|neunzehn|dix-neuf|diecinueve'],
  ['20', 'twenty|zwanzig|vingt|veinte'],
  ['30', 'thirty|dreißig|trente|treinta'],
  ['40', 'forty|vierzig|quarante|cuarenta'],
  ['50', 'fifty|fünfzig|cinquante|cincuenta'],
  ['60', 'sixty|sechzig|soixante|sesenta'],
  ['70', 'seventy|siebzig|setenta'],
  ['80', 'eighty|achtzig|ochenta'],
  ['90', 'ninety|neunzig|noventa'],
] as const;
const known: string[] = [];
for (const [value, forms] of names)
  for (const form of forms.split('|')) {
    values[form] = value;
    known.push(form);
  }
const anyNumberWord = known.sort((a, b) => b.length - a.length).join('|');
const number = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?<tens>${anyNumberWord})(?:[\s-](?<ones>${anyNumberWord}))?(?<hundred>[\s-]hundred)?(?<half>\sand a half)?(?=[\s-]\p{L}|\s?%)`,
  'giu',
);

const multiples = [
  ['2', 'doubl(?:ed|es|ing)|twofold|verdoppel\\p{L}*|doublé\\p{L}*|duplic\\p{L}*'],
  ['3', 'tripl(?:ed|es|ing)|threefold|verdreifach\\p{L}*|triplé\\p{L}*|triplic\\p{L}*'],
  ['4', 'quadrupl(?:ed|es|ing)|fourfold|vervierfach\\p{L}*'],
  ['5', 'quintupl(?:ed|es|ing)|fivefold|verfünffach\\p{L}*'],
  ['10', 'tenfold|verzehnfach\\p{L}*'],
  ['0.5', 'halv(?:ed|es|ing)|halbiert\\p{L}*'],
] as const;
const multiple = new RegExp(
  String.raw`(?<!\p{L})(?:${multiples.map(([, forms], index) => `(?<m${index}>${forms})`).join('|')})(?!\p{L})`,
  'giu',
);

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinal = String.raw`(?<ordinal>${ordinals.join('|')})|(?<digits>\d{1,3})(?:st|nd|rd|th)`;
const rank = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${ordinal})(?=[\s-](?:largest|biggest|highest|lowest|smallest|most|best|worst|place|rank)(?!\p{L}))|(?<=rank(?:s|ed)?\s(?:as\s)?(?:the\s)?)(?:${ordinal.replaceAll('?<ordinal>', '?<ranked>').replaceAll('?<digits>', '?<rankedDigits>')}))(?![\p{L}\p{N}])`,
  'giu',
);

export interface NumberWord {
  /** The number in digits, before its scale. */
  plain: string;
  power: number;
  unit: string;
  rate: string;
  start: number;
  end: number;
  text: string;
  scale?: number;
}

/** Articles are in most sentences, and are numbers only before a scale. */
const counting = known.filter((form) => !/^(?:an?|eine?|une?)$/.test(form)).join('|');
const mayHave = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${counting})[\s-]\p{L}|(?:an?|eine?|une?)\s(?:[hmtb]|cent|mil))|${multiples.map(([, forms]) => forms).join('|')}|${ordinals.slice(1).join('|')}|first|\dst|\dnd|\drd|\dth`,
  'iu',
);

/** A cheap test before a text is parsed. */
export const mayHaveNumberWord = (text: string): boolean => mayHave.test(text);

export function numberWordsIn(text: string): NumberWord[] {
  if (!mayHave.test(text)) return [];
  return [...scaledWords(text), ...multiplesIn(text), ...ranksIn(text)].sort((a, b) => a.start - b.start);
}

const article = /^(?:an?|eine?|une?)$/i;

function* scaledWords(text: string): Generator<NumberWord> {
  for (const match of matchesOf(number, text)) {
    const { tens = '', ones = '', hundred, half } = match.groups ?? {};
    const start = match.index;
    const from = start + match[0].length;
    const behind = text.slice(from, from + 48);
    const scale = scaleOf(behind.replace('-', ' '), false);
    const unit = unitOf(behind.slice(scale.length));
    // "A percent" and "an hour" are no amounts, "a million" is.
    const isCounted = scale.power > 0 || (!article.test(tens) && /^(?:%|pp|bp|‰|x|[A-Z]{3})$/.test(unit.name));
    if (!isCounted) continue;
    const sum = (numberOf(tens) + numberOf(ones) + (half ? 0.5 : 0)) * (hundred ? 100 : 1);
    const isBasisPoints = unit.name === 'bp';
    const end = from + scale.length + unit.length;
    yield {
      plain: String(sum),
      power: scale.power - (isBasisPoints ? 2 : 0),
      unit: isBasisPoints ? 'pp' : unit.name,
      rate: rateOf(behind.slice(scale.length + unit.length)),
      start,
      end,
      text: text.slice(start, end),
      ...(scale.length > 0 && { scale: scale.power }),
    };
  }
}

const numberOf = (word: string): number => Number(values[word.toLowerCase()] ?? 0);

function* multiplesIn(text: string): Generator<NumberWord> {
  for (const match of matchesOf(multiple, text)) {
    const index = multiples.findIndex((_, place) => match.groups?.[`m${place}`] !== undefined);
    yield wordAt(match, multiples[index]?.[0] ?? '', 'x');
  }
}

function* ranksIn(text: string): Generator<NumberWord> {
  for (const match of matchesOf(rank, text)) {
    const { ordinal: named, digits, ranked, rankedDigits } = match.groups ?? {};
    const word = (named ?? ranked ?? '').toLowerCase();
    yield wordAt(match, digits ?? rankedDigits ?? String(ordinals.indexOf(word) + 1), 'rank');
  }
}

const wordAt = (match: RegExpExecArray, plain: string, unit: string): NumberWord => ({
  plain,
  power: 0,
  unit,
  rate: '',
  start: match.index,
  end: match.index + match[0].length,
  text: match[0],
});
