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
  /** The sentence, list item or table row in which the subject must stand. */
  around: string;
  /** Its place in the text. */
  from: number;
  to: number;
}

const percentage =
  /(?<![\p{L}\d.,-])([+\-−–]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:\s?%|\s?percent(?:age points?)?\b|\s?per cent\b|\s?pp\b)/giu;
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
/** "Tesla: 38%", "Tesla (TSLA) – 38%". */
const isLabelled = /(?:[:–—]|\s-)\s*[*_~≈]*$/;

/** Without this there is nothing to look for; most lines of most answers have none. */
const isInPercent = /%|per\s?cent|pp\b/i;
const breaks =
  /[,;]\s(?!\d{4}\b)|\s[–—]\s|\s(?:while|whereas|although|though|despite|against|versus|vs\.?|but|and|with|amid|as|compared (?:to|with))\s/giu;
const sentenceEnd =
  /(?<=[.!?]["'”*_)]*)(?<!\b(?:Inc|Corp|Ltd|Co|vs|approx|No|e\.g|i\.e|U\.S)\.)\s+(?=[\p{Lu}*_"“([])/gu;
const listItem = /^\s*(?:[-*+•]|\d+[.)])\s/;
const tableRow = /^\s*\|.*\|\s*$/;

/** Every percentage that says of itself that it is a gain; of what, the caller finds in `around`. */
export function typedGains(text: string): TypedGain[] {
  const found: TypedGain[] = [];
  let header: string[] = [];
  let intro = '';
  let start = 0;
  for (const line of text.split('\n')) {
    if (tableRow.test(line)) {
      if (header.length === 0) header = cellsOf(line).map(({ words }) => words);
      found.push(...inRow(line, start, header, intro));
    } else {
      header = [];
      if (listItem.test(line)) found.push(...inProse(line, start, intro));
      else {
        found.push(...inProse(line, start, ''));
        if (line.trim() !== '') intro = line;
      }
    }
    start += line.length + 1;
  }
  return found;
}

function inRow(line: string, start: number, header: readonly string[], intro: string): TypedGain[] {
  if (isSourced.test(line) || isSupposed.test(intro)) return [];
  return cellsOf(line).flatMap(({ words, at }, column) => {
    const title = header[column] ?? '';
    if (isOther.test(title) || isOther.test(words) || isSupposed.test(title)) return [];
    // A title that says nothing leaves the word to what stands above the table.
    if (!isGain.test(title) && isOther.test(intro)) return [];
    return percentagesOf(words, start + at, { around: line, from: start, to: start + line.length });
  });
}

function cellsOf(line: string): { words: string; at: number }[] {
  return [...line.matchAll(/(?<=\|)[^|]*(?=\|)/g)].map((match) => ({ words: match[0], at: match.index }));
}

function inProse(line: string, start: number, intro: string): TypedGain[] {
  if (!isInPercent.test(line)) return [];
  return partsOf(line, sentenceEnd).flatMap(({ words, at }) => inSentence(words, start + at, intro));
}

function inSentence(sentence: string, start: number, intro: string): TypedGain[] {
  if (isSupposed.test(sentence) || isSourced.test(sentence) || isSupposed.test(intro)) return [];
  const place = { around: sentence, from: start, to: start + sentence.length };
  const found: TypedGain[] = [];
  // What a part speaks of, the next one speaks of too, unless it says otherwise.
  let speaksOf: 'gain' | 'other' | '' = isOther.test(intro) ? 'other' : '';
  for (const { words, at } of partsOf(sentence, breaks)) {
    if (isOther.test(words)) speaksOf = 'other';
    else if (hasSubject.test(words) || speaksOf !== 'other') {
      if (isGain.test(words)) speaksOf = 'gain';
      else if (speaksOf === 'other') speaksOf = '';
    }
    if (speaksOf === 'other') continue;
    const isSaid = (gain: TypedGain) =>
      speaksOf === 'gain' || gain.sign !== '' || isLabelled.test(words.slice(0, gain.at - start - at));
    found.push(...percentagesOf(words, start + at, place).filter(isSaid));
  }
  return found;
}

function partsOf(text: string, separator: RegExp): { words: string; at: number }[] {
  const parts: { words: string; at: number }[] = [];
  let at = 0;
  for (const match of text.matchAll(separator)) {
    parts.push({ words: text.slice(at, match.index), at });
    // A dash belongs to what follows it: "Tesla – 38%".
    at = /[–—]/.test(match[0]) ? match.index : match.index + match[0].length;
  }
  return [...parts, { words: text.slice(at), at }];
}

function percentagesOf(words: string, start: number, place: Pick<TypedGain, 'around' | 'from' | 'to'>): TypedGain[] {
  return [...words.matchAll(percentage)].map((match) => {
    const [, sign = '', number = ''] = match;
    return {
      ...place,
      at: start + match.index,
      size: sizeOf(number.replaceAll(',', '')),
      sign: sign === '' ? '' : sign === '+' ? '+' : '-',
    };
  });
}

/** '038.750' as '38.75'; a sign is left out. */
export function sizeOf(percent: string): string {
  const [whole = '0', decimals = ''] = percent.replace(/^[+-]/, '').split('.');
  const rest = decimals.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
}
