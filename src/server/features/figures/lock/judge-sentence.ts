/** Decides for each number of a sentence whether it is a figure of the portfolio that nobody has confirmed. */

import { has, matchesOf } from '~/server/lib/matches';
import { type Anchor, anchorsOf, isOwned, type Topic } from './anchors';
import { attributed } from './attribution';
import { countedPositions, countedStocks } from './counts';
import { type DateToken, dateTokens } from './dates';
import { comparesWithForeign, distanceWord } from './distances';
import { isTold, isToldDay, type ToldFacts } from './facts';
import { condition, repeatsReader, returnWord, tradeWord } from './lexicon';
import { type NumberForm, type NumberToken, numberTokens } from './number-tokens';
import type { Subjects } from './subjects';

export interface Place {
  start: number;
  end: number;
}

/** What the sentences before have been about. */
export interface Subject {
  topic: Topic | undefined;
  ticker?: string;
}

export interface Context {
  subjects: Subjects;
  facts: ToldFacts;
  /** Values in the reader's own question. */
  asked: ReadonlySet<string>;
  /** Sentences of this answer that have been read. */
  judged: Map<string, Judged>;
}

export interface Judged {
  marks: Place[];
  subject: Subject;
}

/** Looks at least as far as a phrase reaches. */
const nearCharacters = 40;

/** Numbers that name things or places in a text. */
const isName =
  /(?:\b(?:Model|iPhone|iPad|Galaxy|Windows|Form|Level|Class|Series|Phase|Chapter|Section|Step|Figure|Table|Page|Appendix|Note|Item|No\.|Nr\.|Seite|Gen|Version|Web|Area|Group|Fortune|S&P|Nasdaq|Dow|DAX|CAC|FTSE|Nikkei|Stoxx|Russell|MSCI|CSI|Hang Seng|Ibex|SMI|AEX|Q|FY|H|[A-Z]{2,}-)\s?|[$#§])$/u;
const isTime = /^(?:\s?(?:am|pm|Uhr|UTC|GMT|:\p{Nd}{2})|[:：]\p{Nd}{2})/u;
const year = /^(?:19|20)\d\d$/;
const strongTrade =
  /(?:bought|purchased|opened|entered|acquired|sold|gekauft|verkauft|acheté\w*|vendu\w*|comprado|comprou|compramos|vendido|acquistat\w*|venduto|gekocht|verkocht|own(?:ed)? \w+ since|买入|購入)[^.;]{0,25}$/iu;
const continues =
  /^(?:[\s*_)"”’]*$|[\s*_)"”’]*[.,;:!?)。，、；]|\s(?:to|and|or|on|in|as|after|from|when|today|now|yesterday|this|per share|a share|each|at|with|since|for|but|auf|und|am|im|seit|à|et|le|en|y|el|e|il|o|na|naar|op|do|de)\b|[的到。，、])/iu;
const heldFor =
  /(?<!\p{L})(?:held|holding|hold|own(?:ed)?|gehalten|halten|hältst|hält|besitzen|besitzt|détenu\p{L}*|détenez|gardez|gardée?s?|possédez|mantenid\p{L}*|mantienes|tienes|posees|detenut\p{L}*|detieni|possiedi|tieni|hai|mantid\p{L}*|mantém|detém|possui|tem|aangehouden|houdt|bezit|hebt|heb)(?!\p{L})|持有|保有|持ち/iu;
/** "You own 40 shares": a count of what is had. */
const ownedNear =
  /(?<!\p{L})(?:own|hold|have|had|bought|sold|consists of|halten|besitzen|haben|détenez|possédez|avez|tienes|posees|tiene|possiedi|hai|tem|possui|bezit|hebt|heb)\s(?:\p{L}+\s){0,2}$/iu;
const barePoints = /^\P{L}*(?:points?|pts?|Punkte?n?|puntos|punti|pontos|punten)$/iu;
const sinceWord = /(?<!\p{L})(?:since|seit|depuis|desde|dal|sinds)\s$/iu;
const spanOfTime =
  /^\s?(?:days?|weeks?|months?|years?|Tagen?|Wochen|Monaten?|Jahren?|jours|semaines|mois|ans|días|semanas|meses|años|giorni|settimane|mesi|anni|dias|anos|dagen|weken|maanden|jaar|天|个月|年|日間|か月|ヶ月)/iu;
const rate =
  /(?:hit rate|Sharpe(?: ratio)?|Sharpe-Ratio|ratio de Sharpe|夏普比率|シャープレシオ|beat rate|win rate|success rate|drawdown|weight(?:ing)?|Trefferquote|Gewichtung|taux de réussite|tasa de acierto|tasso di successo|taxa de acerto|trefkans|胜率|回撤|权重|勝率|構成比)[^.;]{0,20}$/iu;
const ofOurs =
  /^\s?(?:of|von|de|di|da|van)\s(?:the |our |your |des |unseres |notre |nuestra |nostro |nossa |onze )?(?:portfolio|book|positions|holdings|Portfolios?|portefeuille|cartera|portafoglio|carteira)/iu;
const perYear = /^\s(?:a|per|al|par|pro|por|ao|im|je)\s(?:year|an|Jahr|año|anno|ano|jaar)(?!\p{L})/iu;
/** An idiom, no figure. */
const certain =
  /^\s(?:right|sure|certain|correct|clear|agree|true|safe|sicher|richtig|sûr|seguro|sicuro|certo|zeker)/iu;
const gainFollows =
  /^[\s*_-]{0,3}(?:profits?|Gewinn|bénéfice|beneficio|utile|lucro|winst)(?![\p{L}-])(?!\s(?:growth|margins?|increase|warning|rise|drop|decline|for|per|pro|je|par|por|before|vor|in (?:the|Q)|im))/iu;
const ownsNext =
  /^\s(?:on|in|for|of|with|from|bei|mit|auf|für|an|sur|avec|pour|en|con|para|su|per|com|na|no|op|met|voor)\s$/iu;
const stopsAttribute =
  /[,;，、]|(?<!\p{L})(?:it|they|you|which|that|que|die|das|on|after|as|despite|because|amid|thanks|while|and|but|since|due|dank|wegen|trotz|nach|und|grâce|malgré|après|et|gracias|pese|tras|y|grazie|nonostante|dopo|e|graças|apesar|após|dankzij|ondanks|na|en|因|由于|ため)(?!\p{L})/iu;

/** A number alone is no statement. */
const saysSomething = /[\p{L}%％٪$€£¥×]/u;

const mostKnown = 1000;

/** Sentences that are repeated are read once: a long answer can consist of one. */
export function judgeSentence(text: string, before: Subject, context: Context): Judged {
  const key = `${before.topic} ${before.ticker} ${text}`;
  const known = context.judged.get(key);
  if (known) return known;
  const judged = judge(text, before, context);
  if (context.judged.size < mostKnown) context.judged.set(key, judged);
  return judged;
}

function judge(text: string, before: Subject, context: Context): Judged {
  if (!saysSomething.test(text)) return { marks: [], subject: before };
  const dates = [...dateTokens(text)];
  const tokens = [...numberTokens(text)].filter(
    ({ start }) => !dates.some((date) => start < date.end && start >= date.start),
  );
  const anchors = withLargeSums(anchorsOf(text, context.subjects), tokens);
  const subject = subjectAfter(anchors, before);
  const mayBeOurs = subject.topic !== undefined || before.topic !== undefined;
  if (tokens.length + dates.length === 0 || !mayBeOurs || has(attributed, text)) return { marks: [], subject };
  const supposed = [...supposedParts(text)];
  const sentence = { text, anchors, before, context, hasReturnNear: within(returnWord, text, 26) };
  const marks = tokens
    .filter((token) => !supposed.some(({ start, end }) => token.start >= start && token.start < end))
    .filter((token) => isUnconfirmed(sentence, token))
    .concat(dates.filter((date) => isUnconfirmedDay(sentence, date)) as NumberToken[]);
  return { marks: marks.map(({ start, end }) => ({ start, end })), subject };
}

/** What follows a condition is supposed, up to a pause that ends it. */
function* supposedParts(text: string): Generator<Place> {
  let end = 0;
  for (const match of matchesOf(condition, text)) {
    if (match.index < end) continue;
    const pause = text.slice(match.index).search(/[;；]/u);
    end = pause < 0 ? text.length : match.index + pause;
    yield { start: match.index, end };
  }
}

/** Billions are a company's, and so is the percentage beside them: "earned $26 billion, 59% more". */
function withLargeSums(anchors: readonly Anchor[], tokens: readonly NumberToken[]): readonly Anchor[] {
  const sums = tokens
    .filter(({ isLarge }) => isLarge)
    .map(({ start, end }): Anchor => ({ at: start, end, topic: 'other' }));
  return sums.length === 0 ? anchors : [...anchors, ...sums].sort((a, b) => a.at - b.at);
}

interface InSentence {
  text: string;
  anchors: readonly Anchor[];
  before: Subject;
  context: Context;
  /** Whether a word for a price or gain ends shortly before a place. Asked in the order of the text. */
  hasReturnNear: (place: number) => boolean;
}

function subjectAfter(anchors: readonly Anchor[], before: Subject): Subject {
  const last = anchors.at(-1);
  if (!last) return before;
  const ticker = anchors.findLast((anchor) => anchor.ticker !== undefined)?.ticker ?? before.ticker;
  // A sentence about a figure of a company leaves the company as the subject of what follows.
  const first = anchors[0] ?? last;
  const topic = first.topic === 'held' && last.topic === 'other' ? 'other' : last.topic;
  return ticker === undefined ? { topic } : { topic, ticker };
}

function isUnconfirmed(sentence: InSentence, token: NumberToken): boolean {
  const { text, context } = sentence;
  const lead = text.slice(Math.max(0, token.start - nearCharacters), token.start);
  const rest = text.slice(token.end, token.end + nearCharacters);
  if (token.isLarge || (token.form === 'money' && perYear.test(rest))) return false;
  if (token.value === '100' && certain.test(rest)) return false;
  if (token.value === undefined && isHarmlessWord(text.slice(token.start, token.end), lead, rest)) return false;
  const { topic, ticker } = topicAt(sentence, token);
  if (topic !== 'held' && topic !== 'holding' && !isOwnCount(sentence, token, rest)) return false;
  if (!mayBeOfPosition(sentence, token, lead, rest)) return false;
  if (token.value !== undefined && context.asked.has(token.value) && has(repeatsReader, text)) return false;
  const isYear = token.form === 'plain' && year.test(token.value ?? '');
  return !(isTold(context.facts, token, ticker, lead) || (isYear && isToldDay(context.facts, token.value, ticker)));
}

function isHarmlessWord(word: string, lead: string, rest: string): boolean {
  // "One of your winners" is an article.
  if (/^(?:one|an?|[一1])$/iu.test(word)) return true;
  // "Your five largest names" is a choice, not a count.
  if (/^\s(?:largest|biggest|best|worst|top|strongest|weakest)\s/iu.test(rest)) return true;
  if (/^(?:twice|thrice)$/iu.test(word))
    return !/^\s(?:what|its|the (?:price|value|entry|money)|our|as much)/iu.test(rest);
  if (/quarters?$|trimestres?$/iu.test(word) && !/(?:by|lost|gained|up|down)\s$/iu.test(lead))
    return (
      !/^\s(?:of (?:the|our|your|its)|more|less|higher|lower|below|above|under|over|in value)/iu.test(rest) ||
      /(?:year|results)/iu.test(rest)
    );
  if (/half$/iu.test(word)) return /^\s(?:year|of the year|hour)/iu.test(rest);
  return /(?:first|second|third|fourth|zweite[nr]?|erste[nr]?)\s$/iu.test(lead);
}

/** Whether the number has the form of a price, gain, weight, count or duration of a position. */
function mayBeOfPosition(
  { text, anchors, hasReturnNear }: InSentence,
  token: NumberToken,
  lead: string,
  rest: string,
): boolean {
  switch (token.form) {
    case 'percent':
    case 'multiple':
      return true;
    case 'points':
      return !barePoints.test(text.slice(token.start, token.end)) || isDistance(text, token);
    case 'money':
      return !token.hasScale || has(returnWord, text) || anchors.some(({ topic }) => topic === 'holding');
    case 'plain':
      return isPlainFigure(token, lead, rest, hasReturnNear, anchors);
  }
}

/** "Your portfolio has eleven stocks from four countries": what is counted follows the number. */
function isOwnCount({ anchors, before }: InSentence, { form }: NumberToken, rest: string): boolean {
  if (form !== 'plain' || !(countedPositions.test(rest) || countedStocks.test(rest))) return false;
  return before.topic === 'holding' || anchors.some(({ topic }) => topic === 'holding');
}

function isPlainFigure(
  { value = '', sign, start }: NumberToken,
  lead: string,
  rest: string,
  hasReturnNear: InSentence['hasReturnNear'],
  anchors: readonly Anchor[],
): boolean {
  if (isName.test(lead) || isTime.test(rest)) return false;
  if (countedPositions.test(rest)) return true;
  if (countedStocks.test(rest) && (ownedNear.test(lead) || anchors.some(({ topic }) => topic === 'holding')))
    return true;
  if (spanOfTime.test(rest) && (heldFor.test(lead) || heldFor.test(rest.slice(0, 8)))) return true;
  if (rate.test(lead)) return true;
  if (year.test(value))
    return (strongTrade.test(lead) || (heldFor.test(lead) && sinceWord.test(lead))) && !/[.\p{Nd}]$/u.test(lead);
  return (sign !== '' || hasReturnNear(start)) && continues.test(rest);
}

/** How far one thing is ahead of another. */
function isDistance(text: string, { start, end }: Place): boolean {
  return (
    distanceWord.test(text.slice(Math.max(0, start - 2 * nearCharacters), start)) ||
    distanceWord.test(text.slice(end, end + 20))
  );
}

/** What a number is a figure of: what was spoken of last before it, or what follows at once ("41% revenue growth"). */
function topicAt({ text, anchors, before }: InSentence, token: Place & { form?: NumberForm }): Subject {
  const earlier = anchors.filter(({ end }) => end <= token.start);
  if (anchors.some(({ at, end, topic }) => topic === 'other' && at < token.end && end > token.end))
    return { topic: 'other' };
  const next = anchors.find(({ at }) => at >= token.end);
  const ticker =
    earlier.findLast((anchor) => anchor.ticker)?.ticker ??
    anchors.find((anchor) => anchor.ticker)?.ticker ??
    before.ticker;
  const of = (topic: Topic | undefined): Subject => (ticker === undefined ? { topic } : { topic, ticker });
  const last = earlier.at(-1);
  if (last?.topic === 'other' && token.start - last.end <= 3) return of('other');
  if (ofOurs.test(text.slice(token.end, token.end + nearCharacters))) return of('holding');
  const gap = next ? text.slice(token.end, next.at) : '';
  // "The doubt is gone: 290% on your stake."
  if (next?.topic !== 'other' && next && ownsNext.test(gap) && isOwned(text, next)) return of('holding');
  if (next && gap.length <= 30 && !stopsAttribute.test(gap)) {
    // "Sold with a 28% profit", but "28% profit growth".
    if (next.topic === 'other')
      return of(gainFollows.test(text.slice(token.end, token.end + nearCharacters)) ? 'holding' : 'other');
    // "Two thirds of Tesla's cars."
    const after = anchors[anchors.indexOf(next) + 1];
    if (
      next.topic === 'held' &&
      after?.topic === 'other' &&
      after.at - next.end <= 3 &&
      /^\s?(?:of|by|to)\s$/iu.test(gap)
    )
      return of('other');
    if (next.topic === 'holding' && gap.length <= 12) return of('holding');
    if (
      next.topic === 'foreign' &&
      comparesWithForeign(text.slice(Math.max(0, token.start - nearCharacters), token.start), gap)
    )
      return of('foreign');
  }
  // "Beat the DAX by 12 points": a distance is measured from what is not held.
  if (
    token.form === 'points' &&
    last?.topic === 'foreign' &&
    [before, ...earlier].some(({ topic }) => topic === 'held' || topic === 'holding') &&
    isDistance(text, token)
  )
    return of('holding');
  if (last) return of(last.topic);
  if (next && !(next.topic === 'other' && stopsAttribute.test(gap))) return of(next.topic);
  return of(before.topic);
}

function isUnconfirmedDay(sentence: InSentence, date: DateToken): boolean {
  const lead = sentence.text.slice(Math.max(0, date.start - nearCharacters), date.start);
  const rest = sentence.text.slice(date.end, date.end + nearCharacters).split(/[.;。；]/u, 1)[0] ?? '';
  if (!has(tradeWord, lead) && !has(tradeWord, rest)) return false;
  const { topic, ticker } = topicAt(sentence, date);
  if (topic !== 'held' && topic !== 'holding') return false;
  return !isToldDay(sentence.context.facts, date.day, ticker);
}

/** Whether a match ends within so many characters before a place. Places are asked in their order, and passed once. */
function within(pattern: RegExp, text: string, characters: number): (place: number) => boolean {
  let ends: number[] | undefined;
  let next = 0;
  return (place) => {
    ends ??= [...matchesOf(pattern, text)].map((match) => match.index + match[0].length);
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return (ends[next - 1] ?? Number.NEGATIVE_INFINITY) >= place - characters;
  };
}
