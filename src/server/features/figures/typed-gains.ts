/**
 * Gains and returns that stand in an answer in digits. Most percentages of an answer are none: inflation, revenue,
 * weights, what would happen if. So one counts only where its own part of the sentence, or cell of the table, can be
 * read as a gain; the rest is let pass.
 */

export interface TypedGain {
  at: number;
  /** Without its sign, and without zeros that say nothing: '38.75'. */
  size: string;
  sign: '+' | '-' | '';
}

/** The sentence, list item or table row in which the subject of its gains must be named. */
export interface TypedGains {
  words: string;
  /** Its place in the text. */
  from: number;
  to: number;
  /** Read as they are asked for. */
  gains: Iterable<TypedGain>;
}

const percentage =
  /(?<![\p{L}\d.,-])([+\-−–]?)((?:\d{1,3}(?:,\d{3}){1,9}|\d{1,30})(?:\.\d{1,30})?)(?:\s?%|\s?percent(?:age points?)?\b|\s?per cent\b|\s?pp\b)/giu;
const isGain =
  /\b(?:up|down|gain(?:s|ed|ing)?|returns?|returned|returning|rose|risen|rises?|rising|los(?:t|s|ses|es|ing)|f[ae]ll(?:s|en|ing)?|drop(?:s|ped|ping)?|declined?|climb(?:s|ed|ing)?|jump(?:s|ed)?|surged?|rall(?:y|ied)|slipped|plunged|advanced|added|shed|grown|perform(?:s|ed|ing|ance|er)?|outperform(?:s|ed|ing|ance)?|underperform(?:s|ed|ing|ance)?|ahead|behind|beat(?:s|ing|en)?|profit of|in profit|in the (?:red|green)|stands? at|is at|since (?:purchase|entry|we bought|its purchase))\b/i;
/** What else is told in percent. */
const isOther =
  /\b(?:inflation|cpi|ppi|gdp|econom\w*|growth|grew|grow(?:s|ing)?|revenues?|sales|earnings|eps|ebitda?|income|profits?(?! of)(?<!in profit)|margins?|deliver\w*|shipments?|volumes?|users?|customers?|subscribers?|demand|production|capex|spending|costs?|prices? of (?:oil|gold|gas)|rates?|yields?|yielding|interest|coupon|fed|ecb|tariffs?|tax(?:es|ed)?|unemployment|wages?|weight\w*|allocat\w*|exposure|stakes?|owns?|market share|share of|part of|portion|proportion|position siz\w*|size|dividends?|payout|fees?|expense|volatility|volatile|beta|probabilit\w*|chances?|odds|likel\w*|confidence|correlation|discount|premium|debt|buybacks?|hit rate|of (?:the|its|our|your|all|total|global|revenue) ?(?:book|portfolio|positions|holdings|assets|revenue|sales|market|closed|open)?|rule)\b/i;
/** Nobody says that it is so. */
const isSupposed =
  /\?["'”*_)]*\s*$|\b(?:if|would|could|might|may|should|expects?|expected|forecasts?|estimates?|estimated|projects?|projected|assum\w*|suppos\w*|hypothetical\w*|scenarios?|for example|e\.g\.|imagine|typically|usually|historically|on average,|(?:price|profit|the|a|an|its|their) targets?|targets? (?:of|price)|stop-loss|threshold|unless|whether|back-?tests?)\b/i;
/** Somebody else says it, and is named. */
const isSourced =
  /\]\(\s*https?:|https?:\/\/|\[\^?\d+\]|\baccording to (?!the book|our|your)|\breport(?:s|ed) by\b|【/i;
/** A subject of its own, after something else was spoken of: the shares themselves, or a name. */
const hasSubject = /\b(?:the|its|their|our|your) (?:stock|shares?|positions?|holdings?|book|portfolio)\b|^\s*\p{Lu}/u;
/** "Tesla: 38%", "Tesla (TSLA) – 38%". Looked for in the last few characters before the figure. */
const isLabelled = /(?:[:–—]|\s-)\s*[*_~≈]*$/;
const labelCharacters = 20;

/** Without this there is nothing to look for; most lines of most answers have none. */
const isInPercent = /%|per\s?cent|pp\b/i;
const breaks =
  /[,;]\s(?!\d{4}\b)|\s[–—]\s|\s(?:while|whereas|although|though|despite|against|versus|vs\.?|but|and|with|amid|as|compared (?:to|with))\s/giu;
const sentenceEnd =
  /(?<=[.!?]["'”*_)]{0,4})(?<!\b(?:Inc|Corp|Ltd|Co|vs|approx|No|e\.g|i\.e|U\.S)\.)\s+(?=[\p{Lu}*_"“([])/gu;
const listItem = /^\s*(?:[-*+•]|\d+[.)])\s/;
const tableRow = /^\s*\|.*\|\s*$/;

/** A heading, the title of a column, or what introduces a list: read once, however many figures are below it. */
class Lead {
  private readonly answers = new Map<RegExp, boolean>();

  constructor(private readonly words: string) {}

  says(pattern: RegExp): boolean {
    const known = this.answers.get(pattern);
    if (known !== undefined) return known;
    const answer = pattern.test(this.words);
    this.answers.set(pattern, answer);
    return answer;
  }
}
const nothing = new Lead('');

/**
 * The percentages that are written as gains; which subject they are of, the caller finds in the words around them. One
 * piece for each sentence and table row with a percent sign, so that the caller can pause in between.
 */
export function* typedGains(text: string): Generator<TypedGains> {
  let header: Lead[] = [];
  let intro = nothing;
  let start = 0;
  for (const line of text.split('\n')) {
    if (tableRow.test(line)) {
      if (header.length === 0) header = cellsOf(line).map(({ words }) => new Lead(words));
      if (isInPercent.test(line)) yield inRow(line, start, header, intro);
    } else {
      header = [];
      const isItem = listItem.test(line);
      if (isInPercent.test(line)) yield* inProse(line, start, isItem ? intro : nothing);
      if (!isItem && line.trim() !== '') intro = new Lead(line);
    }
    start += line.length + 1;
  }
}

function inRow(line: string, start: number, header: readonly Lead[], intro: Lead): TypedGains {
  return { words: line, from: start, to: start + line.length, gains: gainsOfRow(line, start, header, intro) };
}

function* gainsOfRow(line: string, start: number, header: readonly Lead[], intro: Lead): Generator<TypedGain> {
  if (isSourced.test(line) || intro.says(isSupposed)) return;
  for (const [column, { words, at }] of cellsOf(line).entries()) {
    const title = header[column] ?? nothing;
    if (title.says(isOther) || isOther.test(words) || title.says(isSupposed)) continue;
    // A title that says nothing leaves the word to what stands above the table.
    if (title.says(isGain) || !intro.says(isOther)) yield* percentagesOf(words, start + at);
  }
}

function cellsOf(line: string): { words: string; at: number }[] {
  return [...line.matchAll(/(?<=\|)[^|]*(?=\|)/g)].map((match) => ({ words: match[0], at: match.index }));
}

function* inProse(line: string, start: number, intro: Lead): Generator<TypedGains> {
  for (const { words, at } of partsOf(line, sentenceEnd)) {
    const from = start + at;
    yield { words, from, to: from + words.length, gains: gainsOfSentence(words, from, intro) };
  }
}

function* gainsOfSentence(sentence: string, start: number, intro: Lead): Generator<TypedGain> {
  if (isSupposed.test(sentence) || isSourced.test(sentence) || intro.says(isSupposed)) return;
  // What a part speaks of, the next one speaks of too, unless it says otherwise.
  let speaksOf: 'gain' | 'other' | '' = intro.says(isOther) ? 'other' : '';
  for (const { words, at } of partsOf(sentence, breaks)) {
    if (isOther.test(words)) speaksOf = 'other';
    else if (hasSubject.test(words) || speaksOf !== 'other') {
      if (isGain.test(words)) speaksOf = 'gain';
      else if (speaksOf === 'other') speaksOf = '';
    }
    if (speaksOf === 'other') continue;
    for (const gain of percentagesOf(words, start + at))
      if (speaksOf === 'gain' || gain.sign !== '' || isLabelledAt(words, gain.at - start - at)) yield gain;
  }
}

const isLabelledAt = (words: string, at: number) => isLabelled.test(words.slice(Math.max(0, at - labelCharacters), at));

/** One at a time: a caller that pauses between two of them pauses within a long line too. */
function* partsOf(text: string, separator: RegExp): Generator<{ words: string; at: number }> {
  let at = 0;
  for (const match of text.matchAll(separator)) {
    yield { words: text.slice(at, match.index), at };
    // A dash belongs to what follows it: "Tesla – 38%".
    at = /[–—]/.test(match[0]) ? match.index : match.index + match[0].length;
  }
  yield { words: text.slice(at), at };
}

function* percentagesOf(words: string, start: number): Generator<TypedGain> {
  for (const match of words.matchAll(percentage)) {
    const [, sign = '', number = ''] = match;
    yield {
      at: start + match.index,
      size: sizeOf(number.replaceAll(',', '')),
      sign: sign === '' ? '' : sign === '+' ? '+' : '-',
    };
  }
}

/** '038.750' as '38.75'; a sign is left out. */
export function sizeOf(percent: string): string {
  const [whole = '0', decimals = ''] = percent.replace(/^[+-]/, '').split('.');
  const rest = decimals.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
}
