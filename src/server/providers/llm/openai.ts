/**
 * Every OpenAI-compatible endpoint, hosted and local. The SDK builds and authenticates the request
 * (openai-request.ts). Streams are parsed by openai-exchange.ts, because the SDK's decoder takes 1.6 times as long
 * per token of a slow stream, and five times as long for bursts. Requests are retried here, and only before the first
 * token, so that no text is shown twice.
 */
import { pause } from '~/server/lib/wait';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { chatBody } from './chat-body';
import { ChatReader } from './openai-chat';
import { endpointOf, type OpenAiSettings } from './openai-endpoint';
import { emptyAnswer, responseTimeout, toModelError } from './openai-errors';
import { Exchange } from './openai-exchange';
import { ResponsesReader } from './openai-responses';
import { addUsage, type WireReader } from './openai-wire';
import { type ProtocolClient, Protocols } from './protocols';
import { RequestShape } from './request-shape';
import { responsesBody } from './responses-body';
import { RoundOffset } from './round-offset';
import { runCalls } from './tool-calls';
import type { LanguageModel, ModelError, ModelEvent, ModelRequest } from './types';

/** Limits of tool rounds: their number, and their total time. */
const maxRounds = 6;
const toolsMs = 90_000;

/** Timeouts of an endpoint. */
type Timeouts = ConstructorParameters<typeof Exchange>[2];

export function createOpenAiModel(settings: OpenAiSettings): LanguageModel {
  const { model, firstByteTimeoutMs = 300_000, idleTimeoutMs = 120_000 } = settings;
  const protocols = new Protocols(settings);
  const endpoint = endpointOf(settings);
  const timeouts = { firstMs: firstByteTimeoutMs, idleMs: idleTimeoutMs };
  return {
    name: model,
    get canSearchWeb() {
      if (settings.abilities?.hostedSearch === false) return false;
      return (
        endpoint.alwaysSearches || (endpoint.tools.length > 0 && !protocols.for(true).memory.rejects('hosted_search'))
      );
    },
    get canCallTools() {
      return settings.abilities?.tools !== false && !protocols.for(true).memory.rejects('tools');
    },
    get tokenFactor() {
      return protocols.for(true).memory.tokenFactor;
    },
    get seemsToDrop() {
      return protocols.for(true).memory.seemsToDrop;
    },
    isConnected: true,
    stream: (request, signal) => streamAnswer({ protocols, timeouts }, request, signal),
  };
}

/** Rounds of one request each, running the requested tools in between, until the model has answered. */
async function* streamAnswer(
  { protocols, timeouts }: { protocols: Protocols; timeouts: Timeouts },
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let client = protocols.for(request.tools !== undefined);
  let shape = shapeOf(client, request);
  const toolsUntil = Date.now() + toolsMs;
  let usage: AnswerUsage | undefined;
  /** Characters of earlier rounds. The offsets of each round start at 0. */
  let before = 0;
  let hasEndedSilently = false;
  while (!signal.aborted) {
    const place = new RoundOffset(before);
    let reader: WireReader | undefined;
    try {
      reader = yield* askUntilAnswered({ client, shape, place, timeouts }, signal);
    } catch (error) {
      // Reported even if the answer failed, because it costs the same.
      usage = totalOf(usage, place);
      const other = shape.rounds.length === 0 ? protocols.after(client, toModelError(error)) : undefined;
      if (other) {
        client = other;
        shape = shapeOf(client, request);
        continue;
      }
      if (usage) yield { type: 'usage', usage };
      throw error;
    }
    usage = totalOf(usage, place);
    if (!reader) {
      if (usage) yield { type: 'usage', usage, cutOff: place.cutOff };
      return;
    }
    if (shape.rounds.length === 0) learnTokens(client, { request, shape, place });
    const calls = shape.mayCall ? reader.calls : [];
    if (calls.length === 0) {
      const isSilent = !place.hasText && reader.calls.length === 0;
      hasEndedSilently ||= isSilent;
      if (isSilent && shape.mayOweAnswer) {
        shape.endCalls();
        before = place.end;
        continue;
      }
      if (usage) yield { type: 'usage', usage };
      if (!place.hasText && !(hasEndedSilently && shape.hasText))
        throw reader.calls.length > 0 ? responseTimeout() : emptyAnswer();
      yield place.done(client.settings.model);
      return;
    }
    const results = yield* runCalls(request.tools?.list ?? [], calls, signal);
    shape.sources.push(...results.flatMap(({ sources }) => sources));
    const { vendorState } = reader;
    shape.addRound({ text: place.text, calls, results: results.map(({ text }) => text), vendorState });
    before = place.end;
    if (shape.rounds.length >= maxRounds || Date.now() >= toolsUntil) shape.endCalls();
  }
  // Aborted while tools ran.
  if (usage) yield { type: 'usage', usage, cutOff: null };
}

interface Round {
  client: ProtocolClient;
  shape: RequestShape;
  place: RoundOffset;
  timeouts: Timeouts;
}

/** One request and the events of its answer, retried until an attempt succeeds or a retry is useless. */
async function* askUntilAnswered(
  { client, shape, place, timeouts }: Round,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, WireReader | undefined> {
  while (!signal.aborted) {
    const reader = readerOf(client, shape);
    const body = bodyOf(client, shape);
    place.isOpen = true;
    const exchange = new Exchange(async (upstream) => client.send(body, upstream), reader, timeouts, signal);
    let failure: ModelError;
    try {
      for (let events = await exchange.next(); events; events = await exchange.next()) {
        for (const event of events) {
          if (exchange.isStopped) return undefined;
          yield* place.put(event);
        }
      }
      return reader;
    } catch (error) {
      failure = toModelError(error);
    } finally {
      exchange.close();
    }
    if (signal.aborted) return undefined;
    const next = place.hasText ? undefined : shape.after(failure);
    if (!next) throw failure;
    place.restart();
    yield* next.said;
    // Ends early by throwing when the signal aborts; the loop then ends too.
    await pause(next.inMs, signal);
  }
  return undefined;
}

function bodyOf({ settings, endpoint }: ProtocolClient, { request, toolContext }: RequestShape) {
  if (endpoint.api === 'responses') return responsesBody(settings, request, endpoint.tools, toolContext);
  const { model, baseUrl } = settings;
  return chatBody({ model, baseUrl, alwaysSearches: endpoint.alwaysSearches }, request, toolContext);
}

/** Only from a request that was sent completely, to an endpoint that has not added pages of its own search. */
function learnTokens(
  { memory, endpoint }: ProtocolClient,
  { request, shape, place: { usage } }: { request: ModelRequest; shape: RequestShape; place: RoundOffset },
): void {
  const { toolContext } = shape;
  const mayHaveSearched =
    (endpoint.tools.length > 0 || endpoint.alwaysSearches) && !toolContext.without.has('hosted_search');
  if (!usage?.inputTokens || !request.countedTokens || mayHaveSearched || request.hostedCollections?.length) return;
  if (shape.request === request && !(request.tools && toolContext.without.has('tools')))
    memory.learnTokens(usage.inputTokens, request.countedTokens);
}

function readerOf(
  { settings: { model }, endpoint, memory }: ProtocolClient,
  { request, sources, mayCall }: RequestShape,
): WireReader {
  const ownTools = new Set(request.tools?.list.map(({ name }) => name));
  return endpoint.api === 'responses'
    ? new ResponsesReader(model, memory, sources, ownTools)
    : new ChatReader(model, memory, sources, { mayCall });
}

const shapeOf = ({ settings, endpoint, memory }: ProtocolClient, request: ModelRequest) =>
  new RequestShape(request, settings, endpoint, memory);

const totalOf = (usage: AnswerUsage | undefined, place: RoundOffset) =>
  place.spent ? addUsage(usage, place.spent) : usage;
