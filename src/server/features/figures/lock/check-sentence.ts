/** Decides for each number in a sentence whether it is an unconfirmed figure of the portfolio. */

import { has } from '~/server/lib/matches';
import { sentenceMarks } from '~/shared/sentence-marks';
import { type Anchor, anchorsOf, isOwned } from './anchors';
import { attributed, ofUser } from './attribution';
import { analystViews } from './brokers';
import { isHypotheticalAmount, supposedParts } from './conditions';
import { type DateToken, dateTokens } from './dates';
import { isReturned, isReturnedDay } from './facts';
import { isHarmless } from './harmless-numbers';
import { repeatsUser, returnWord, tradeWord } from './lexicon';
import { type NumberToken, numberTokens } from './number-tokens';
import { isOwnCount, isPlainFigure, isRemainingCount, year } from './plain-figures';
import { otherAccount, repeatsPlan } from './reader-figures';
import {
  type CheckedSentence,
  type Context,
  nearCharacters,
  type QuestionFigures,
  type SentenceContext,
  type Subject,
  type TextSpan,
  within,
} from './sentence';
import { barePoints, isDistance, topicAt } from './topic-at';

/** "Your 25%", "another $5,000". */
const usersOwn =
  /(?<!\p{L})(?:your|another|Ihre[nmr]?|deine[nmr]?|weitere[nrs]?|vos|tes|tus|sus|otros|tuoi|suoi|altri|seus|teus|outros|je|jouw|uw|nog)\s(?:own\s|planned\s)?$|[您你](?:的)?$/iu;
/** A number alone makes no statement. */
const hasContent = /[\p{L}%％٪$€£¥×]/u;

const maxCached = 1000;

/** Cached per sentence, because a long answer can repeat the same sentence. */
export function checkSentence(text: string, before: Subject, context: Context): CheckedSentence {
  const key = `${before.topic} ${before.ticker} ${text}`;
  const cached = context.checked.get(key);
  if (cached) return cached;
  const checked = findMarks(text, before, context);
  if (context.checked.size < maxCached) context.checked.set(key, checked);
  return checked;
}

function findMarks(text: string, before: Subject, context: Context): CheckedSentence {
  if (!hasContent.test(text)) return { marks: [], subject: before };
  const dates = [...dateTokens(text)];
  const tokens = [...numberTokens(text)].filter(
    ({ start }) => !dates.some((date) => start < date.end && start >= date.start),
  );
  const anchors = withLargeSums(anchorsOf(text, context.subjects), tokens);
  const subject = subjectAfter(anchors, before);
  const mayBePortfolio = subject.topic !== undefined || before.topic !== undefined;
  if (tokens.length + dates.length === 0 || !mayBePortfolio || (has(attributed, text) && !has(ofUser, text)))
    return { marks: [], subject };
  const supposed = [...supposedParts(text)];
  const views = tokens.some(({ form }) => form === 'money') ? [...analystViews(text, anchors)] : [];
  const sentence = { text, anchors, before, context, hasReturnNear: within(returnWord, text, 26) };
  const marks = tokens
    .filter((token) => !isIn(supposed, token) || isRemainingCount(text, token))
    .filter((token) => token.form !== 'money' || !isIn(views, token))
    .filter((token) => isUnconfirmed(sentence, token))
    .concat(dates.filter((date) => isUnconfirmedDay(sentence, date)) as NumberToken[]);
  return { marks: marks.map(({ start, end }) => ({ start, end })), subject };
}

const isIn = (parts: readonly TextSpan[], { start: at }: TextSpan) =>
  parts.some(({ start, end }) => at >= start && at < end);

/** Billions are company figures, and so is the percentage next to them: "earned $26 billion, 59% more". */
function withLargeSums(anchors: readonly Anchor[], tokens: readonly NumberToken[]): readonly Anchor[] {
  const sums = tokens
    .filter(({ isLarge }) => isLarge)
    .map(({ start, end }): Anchor => ({ at: start, end, topic: 'other' }));
  return sums.length === 0 ? anchors : [...anchors, ...sums].sort((a, b) => a.at - b.at);
}

function subjectAfter(anchors: readonly Anchor[], before: Subject): Subject {
  const last = anchors.at(-1);
  if (!last) return before;
  const ticker = anchors.findLast((anchor) => anchor.ticker !== undefined)?.ticker ?? before.ticker;
  // After a sentence about a company's figure, the company remains the subject.
  const first = anchors[0] ?? last;
  const topic = first.topic === 'holding' && last.topic === 'foreign' ? 'holding' : last.topic;
  return ticker === undefined ? { topic } : { topic, ticker };
}

function isUnconfirmed(sentence: SentenceContext, token: NumberToken): boolean {
  const { text, context } = sentence;
  const lead = text.slice(Math.max(0, token.start - nearCharacters), token.start);
  const rest = text.slice(token.end, token.end + nearCharacters);
  if (isHarmless(token, text, lead, rest) || isHypotheticalAmount(lead, text.slice(token.end, token.end + 80)))
    return false;
  const { topic, ticker } = topicAt(sentence, token);
  if (topic !== 'held' && topic !== 'holding' && !isOwnCount(sentence, token, rest)) return false;
  if (!mayBeOfPosition(sentence, token, lead, rest)) return false;
  if (isUsersFigure(context.question, token, text, lead, rest)) return false;
  const isYear = token.form === 'plain' && year.test(token.value ?? '');
  return !(
    isReturned(context.facts, token, ticker, lead, rest) ||
    // "If you sell 5, the rest was bought at $400": belongs to the stock in the user's message.
    (ticker === undefined && isReturned(context.facts, token, context.question.ticker, lead, rest)) ||
    (isYear && isReturnedDay(context.facts, token.value, ticker))
  );
}

/** Whether the number repeats one from the user's message. */
function isUsersFigure(
  question: QuestionFigures,
  token: NumberToken,
  text: string,
  lead: string,
  rest: string,
): boolean {
  if (token.value === undefined || !question.values.has(token.value)) return false;
  return (
    has(repeatsUser, text) ||
    usersOwn.test(lead) ||
    (token.form === 'plain' && otherAccount.test(text)) ||
    repeatsPlan(question.plans, token, text, lead, rest)
  );
}

/** Whether the number has the form of a price, gain, weight, count or duration of a position. */
function mayBeOfPosition(
  { text, anchors, hasReturnNear }: SentenceContext,
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
      return (
        !token.hasScale ||
        has(returnWord, text) ||
        anchors.some((anchor) => anchor.topic === 'holding' || (anchor.topic === 'held' && isOwned(text, anchor)))
      );
    case 'plain':
      return isPlainFigure(token, lead, rest, hasReturnNear, anchors, text);
  }
}

const statementEnd = new RegExp(`[.;；${sentenceMarks}]`, 'u');

function isUnconfirmedDay(sentence: SentenceContext, date: DateToken): boolean {
  const lead = sentence.text.slice(Math.max(0, date.start - nearCharacters), date.start);
  const rest = sentence.text.slice(date.end, date.end + nearCharacters).split(statementEnd, 1)[0] ?? '';
  if (!has(tradeWord, lead) && !has(tradeWord, rest)) return false;
  const { topic, ticker } = topicAt(sentence, date);
  if (topic !== 'held' && topic !== 'holding') return false;
  return !isReturnedDay(sentence.context.facts, date.day, ticker);
}
