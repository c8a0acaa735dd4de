/**
 * The model of an installation without an AI model. It invents nothing: it returns exact figures from the positions,
 * passages quoted with their source, earlier statements from the conversation, or says that it found nothing. The same
 * message and facts always give the same answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { mentionedPositions } from '~/server/features/positions/position-names';
import type { AnswerModel, AnswerRequest } from '~/server/generation/library';
import { ModelError, type ModelEvent } from '~/server/providers/llm/types';
import { brand } from '~/shared/brand';
import { answerAboutConversation, conversationQuestion, isStatement, recall } from './conversation';
import { describeDocuments, isSummaryQuestion, quote } from './documents';
import { describePerformance, describeQuote, isPerformanceQuestion, quotedTickers } from './market';
import { answerAboutPositions, describePosition, positionsQuestion } from './positions';
import { keywords, streamable } from './words';

const name = 'offline-analyst';
const passageLimit = 4;

const abilities = `- **Positions**: “What do we hold?”, “Which position performs best?”, “What is the average gain?”, “How is TSLA doing?”, “What is the price of AAPL?”, “How has the portfolio performed?”
- **Documents**: ask about your files, and I quote the passages that match, with their source
- **This conversation**: “What did I ask before?”, “Summarize our conversation”, or a fact you mentioned earlier`;
const advice = 'Not investment advice.';
/**
 * The same for every reader, because the settings that fix it are only for operators, in the startup log and `doctor`.
 */
const hint =
  '*No AI model is connected, so I can only answer from your own data. An administrator can connect one in Settings, under Admin, AI Models.*';
/** Beginnings of the last line of answers without a model, in all versions. */
const hints = ['*No AI model is connected', '*No language model is connected'];

const greeting = new RegExp(
  `^((hi|hello|hey|hiya|greetings|good (morning|afternoon|evening|day)|there|everyone|team|${brand.chat.toLowerCase()})( |$))+$`,
);

/** Markdown to stream, or an event to pass on. */
type Part = string | ModelEvent;

export function createOfflineAnalyst(options: { tokenDelayMs?: number } = {}): AnswerModel {
  const { tokenDelayMs = 12 } = options;

  async function* stream(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    try {
      for await (const part of answer(request, signal)) {
        if (signal.aborted) return;
        if (typeof part !== 'string') {
          yield part;
          continue;
        }
        for (const text of streamable(part)) {
          if (tokenDelayMs > 0) await delay(tokenDelayMs, undefined, { signal });
          if (signal.aborted) return;
          yield { type: 'text', text };
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    yield { type: 'done', model: name };
  }

  return { name, canSearchWeb: false, canCallTools: false, isConnected: false, stream };
}

async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<Part> {
  const question = request.turns.at(-1)?.content.trim() ?? '';
  const earlier = request.turns.slice(0, -1);
  const smallTalk = answerSmallTalk(question);
  const aboutConversation = conversationQuestion(question);
  const asksAboutFiles = isSummaryQuestion(question) || (await hasNewDocuments(request, signal));
  if (asksAboutFiles) yield* answerFromLibrary(question, request, signal);
  else if (smallTalk) yield smallTalk;
  else if (aboutConversation) yield answerAboutConversation(aboutConversation, earlier);
  else if (isStatement(question)) yield "Got it. I'll quote this when you ask about it in this conversation.";
  else yield* answerFromLibrary(question, request, signal);
  yield `\n\n${hint}`;
}

async function hasNewDocuments({ library }: AnswerRequest, signal: AbortSignal): Promise<boolean> {
  return (await read(library.documents(), signal)).some(({ isNew }) => isNew);
}

function answerSmallTalk(question: string): string | undefined {
  const text = question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (greeting.test(text)) {
    return `Hello! I am the offline analyst of ${brand.chat}. I answer from your data:\n\n${abilities}`;
  }
  if (
    /^(thanks|thank you|thx|cheers|great|perfect|ok|okay)( so much| very much| a lot| thanks| thank you)?$/.test(text)
  ) {
    return 'You are welcome.';
  }
  if (
    text === '' ||
    /^help( me)?$|\bwhat (can|do) you do\b|\bhow can you help\b|\bwho are you\b|\bwhat are you\b|\bwhat can i ask\b/.test(
      text,
    )
  ) {
    return `I am the offline analyst of ${brand.chat}: I answer from your data, with exact figures and quotes.\n\n${abilities}`;
  }
  return undefined;
}

async function* answerFromLibrary(question: string, request: AnswerRequest, signal: AbortSignal): AsyncGenerator<Part> {
  const { library, turns } = request;
  const documents = await read(library.documents(), signal);
  const asksForSummary = isSummaryQuestion(question);
  const shown = documents.filter(({ isNew }) => isNew || (asksForSummary && !documents.some((one) => one.isNew)));
  if (shown.length > 0) {
    const found = asksForSummary ? [] : yield* searchPassages(question, request, signal);
    // A summary shows the beginnings of files, not passages that match the words of the request.
    yield* describeDocuments(shown, found, asksForSummary ? '' : question);
    return;
  }
  // Positions are not read for questions about the files only.
  const positions = request.onlyFiles ? [] : yield* doing('Reading the positions', library.positions(), signal);
  if (!request.onlyFiles && isPerformanceQuestion(question)) {
    const performance = yield* doing('Reading the performance', library.performance(), signal);
    if (performance) {
      yield `${describePerformance(performance)}\n\n${advice}`;
      return;
    }
  }
  const questionKind = request.onlyFiles ? undefined : positionsQuestion(question);
  const mentioned = mentionedPositions(question, positions);
  if (questionKind && (mentioned.length === 0 || (questionKind !== 'list' && questionKind !== 'closed'))) {
    yield `${answerAboutPositions(questionKind, positions)}\n\n${advice}`;
    return;
  }

  const others = (request.onlyFiles ? [] : quotedTickers(question)).filter(
    (ticker) => !mentioned.some((one) => one.ticker === ticker),
  );
  const quotes =
    others.length > 0 ? yield* doing(`Looking up ${others.join(', ')}`, library.quotes(others), signal) : [];
  const figures = [...mentioned.map(describePosition), ...quotes.map(describeQuote)];
  let isAnswered = figures.length > 0;
  if (isAnswered) yield `${figures.join('\n\n')}\n\n${advice}`;
  // Offline answers only quote, and their quotations are found in the sources again.
  const earlier = turns
    .slice(0, -1)
    .filter(({ role, content }) => role === 'user' || !hints.some((start) => content.includes(start)));
  const remembered = recall(question, earlier);
  if (remembered) {
    yield `${isAnswered ? '\n\n' : ''}${remembered}`;
    isAnswered = true;
  }
  const passages = keywords(question).size > 0 ? yield* searchPassages(question, request, signal) : [];
  if (passages.length > 0) {
    yield `${isAnswered ? '\n\n' : ''}From your documents, the passages that match best:`;
    for (const passage of passages) yield* quote(passage, question);
    isAnswered = true;
  }
  if (!isAnswered) {
    yield `I found nothing about that in the positions, your documents or this conversation, and I don't guess. What I can answer:\n\n${abilities}`;
  }
}

/** Reads from the portfolio and yields a progress event. */
async function* doing<T>(label: string, reading: Promise<T>, signal: AbortSignal): AsyncGenerator<Part, T> {
  yield activity('book', label, 'running');
  const found = await read(reading, signal);
  yield activity('book', label, 'done');
  return found;
}

async function* searchPassages(question: string, { library }: AnswerRequest, signal: AbortSignal) {
  yield activity('collection_search', 'Searching your documents', 'running');
  const found = await read(library.passages(question, passageLimit), signal);
  yield activity('collection_search', 'Searching your documents', 'done');
  const texts = new Set<string>();
  return found.slice(0, passageLimit).filter(({ text }) => text.trim() !== '' && !texts.has(text) && texts.add(text));
}

function activity(kind: 'book' | 'collection_search', label: string, state: 'running' | 'done'): ModelEvent {
  return { type: 'activity', activity: { kind, label, state } };
}

/** Waits for a read from the library. Throws at once on abort, and with a readable message on failure. */
async function read<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([reading, stopped]);
  } catch (cause) {
    throw new ModelError('unavailable', 'Your data is unavailable right now. Try again.', { cause });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
