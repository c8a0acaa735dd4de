/**
 * Every OpenAI-compatible endpoint: xAI, OpenAI, Ollama, vLLM, LM Studio. The SDK builds and authenticates the
 * request (openai-request.ts); its stream is read by openai-exchange.ts, because the SDK's own decoding costs 1.6 times
 * as much a token when tokens trickle and five times as much when they come in bursts. Retries happen here, and only
 * before the first word: what a reader has seen is never unsaid.
 */
import { pause } from '~/server/lib/wait';
import type { AnswerUsage, Citation } from '~/shared/schemas/messages';
import { ChatReader, chatBody } from './openai-chat';
import { endpointOf, type OpenAiSettings } from './openai-endpoint';
import { neverAnswers, toModelError } from './openai-errors';
import { Exchange } from './openai-exchange';
import { createAsk } from './openai-request';
import { ResponsesReader, responsesBody } from './openai-responses';
import { addUsage, objectOf, stringOf, type ToolRound, type ToolTalk } from './openai-wire';
import { runCalls } from './tool-calls';
import type { LanguageModel, ModelError, ModelEvent, ModelRequest } from './types';

const maxRetries = 2;
const firstRetryMs = 300;
/** A longer Retry-After is told to the reader instead of waited for. */
const maxRetryAfterSeconds = 10;
/** How often a model may ask our tools before it must answer, and until when. */
const maxRounds = 6;
const toolsMs = 90_000;
/** What was said before a call and what is said after it are paragraphs of their own. */
const betweenRounds = '\n\n';

export function createOpenAiModel(settings: OpenAiSettings): LanguageModel {
  const { model, firstByteTimeoutMs = 300_000, idleTimeoutMs = 120_000 } = settings;
  const endpoint = endpointOf(settings);
  const isResponses = endpoint.api === 'responses';
  const ask = createAsk(settings, isResponses ? '/responses' : '/chat/completions');
  const bodyOf = (request: ModelRequest, talk: ToolTalk) =>
    isResponses ? responsesBody(model, request, endpoint.tools, talk) : chatBody(model, request, talk);
  /** False once the endpoint has refused a request for its tools. */
  let takesTools = true;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const rounds: ToolRound[] = [];
    const toolsUntil = Date.now() + toolsMs;
    let usage: AnswerUsage | undefined;
    /** Characters said in earlier rounds: places that the vendor names begin anew with each. */
    let before = 0;
    let attempt = 0;
    while (!signal.aborted) {
      const mayCall = rounds.length < maxRounds && Date.now() < toolsUntil;
      const tools = takesTools ? request.tools : undefined;
      const reader = isResponses ? new ResponsesReader(model) : new ChatReader(model);
      const talk = { tools, rounds, mayCall };
      const exchange = new Exchange(
        async (upstream) => ask(bodyOf(request, talk), upstream),
        reader,
        { firstMs: firstByteTimeoutMs, idleMs: idleTimeoutMs },
        signal,
      );
      let text = '';
      let retryMs: number | undefined;
      try {
        for (let events = await exchange.next(); events; events = await exchange.next()) {
          for (const event of events) {
            if (exchange.isStopped) return;
            if (event.type === 'text') {
              if (text === '' && before > 0) {
                yield { type: 'text', text: betweenRounds };
                before += betweenRounds.length;
              }
              text += event.text;
            } else if (event.type === 'usage') {
              usage = addUsage(usage, event.usage);
              event.usage = usage;
            } else if (event.type === 'citation' && before > 0) {
              event.citation = movedBy(before, event.citation);
            }
            if (reader.calls.length === 0 || !isClosing(event)) yield event;
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        const failure = toModelError(error);
        if (tools && rounds.length === 0 && text === '' && refusesTools(failure)) {
          takesTools = false;
          retryMs = 0;
        } else {
          retryMs = text !== '' || attempt >= maxRetries ? undefined : retryDelay(failure, attempt);
          if (retryMs === undefined) throw failure;
          attempt += 1;
        }
      } finally {
        exchange.close();
      }
      if (retryMs !== undefined) {
        // Ends early by throwing when the signal aborts; the loop then ends too.
        await pause(retryMs, signal);
        continue;
      }
      if (reader.calls.length === 0) return;
      if (!tools || !mayCall) throw neverAnswers();
      const results = yield* runCalls(tools.list, reader.calls, signal);
      rounds.push({ text, calls: reader.calls, results });
      before += text.length;
      attempt = 0;
    }
  }

  return { name: model, canSearchWeb: endpoint.tools.length > 0, isConnected: true, stream };
}

/** The end of a round that is followed by another is not the end of the answer. */
const isClosing = ({ type }: ModelEvent) => type === 'usage' || type === 'done';

function movedBy(characters: number, citation: Citation): Citation {
  const { start, end } = citation;
  return {
    ...citation,
    ...(start !== undefined && { start: start + characters }),
    ...(end !== undefined && { end: end + characters }),
  };
}

/** Not every model can call, and endpoints say so each in their way; the question is then asked without tools. */
function refusesTools({ cause }: ModelError): boolean {
  const { status, message, error } = objectOf(cause);
  if (typeof status !== 'number' || status < 400 || status === 401 || status === 403 || status === 429) return false;
  return /\btools?\b|tool_choice|functions?\b|jinja/i.test(`${stringOf(message)} ${stringOf(objectOf(error).message)}`);
}

/** Milliseconds until the next try; nothing when trying again is no use. */
function retryDelay({ code, retryAfterSeconds }: ModelError, attempt: number): number | undefined {
  if (code !== 'rate_limited' && code !== 'unavailable' && code !== 'cut_off') return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > maxRetryAfterSeconds) return undefined;
  const backoff = firstRetryMs * 2 ** attempt * (0.75 + Math.random() / 2);
  return Math.max(backoff, (retryAfterSeconds ?? 0) * 1000);
}
