/**
 * An OpenAI-compatible model on 127.0.0.1 with scripted answers and faults. It is a real HTTP server, because
 * production errors happen on the wire. Benchmarks use it too, so a token costs only one prepared string and one timer
 * tick.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type BackgroundTexts, backgroundScript } from './background-requests';
import { listen } from './free-port';
import { buildFrames, type ModelApi, type ModelFlavour, type ModelFrames } from './model-frames';
import type { ModelScript } from './model-script';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Identifies the connection. */
  clientPort: string;
  /** The JSON body. */
  body: Record<string, unknown>;
  /** How many tokens were written so far. */
  tokensSent: number;
  /** Whether the answer was written to its end. */
  finished: boolean;
  /** When the client disconnected before the end (performance.now). */
  abortedAt: number | undefined;
  /** Resolves when the client disconnects before the end of the answer. */
  readonly aborted: Promise<void>;
}

export interface ModelServerOptions {
  /** One script for every request, or one chosen by request. Queued scripts come first. */
  script?: ModelScript | ((request: RecordedRequest, index: number) => ModelScript);
  flavour?: ModelFlavour;
  /** The generated title of a conversation; by default it fails, so that the title stays. */
  title?: string | ModelScript;
  /** The suggested questions; by default it fails, so that there are none. */
  suggestions?: string;
  /** The models in its list. */
  models?: readonly object[];
}

export interface ModelServer {
  /** `http://127.0.0.1:…/v1`, for AI_BASE_URL. */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Scripts for the next requests, one each. */
  queue(...scripts: ModelScript[]): void;
  /** Resolves with the request at this index (from 0) once it has arrived. */
  request(index: number): Promise<RecordedRequest>;
  /** Continues every stream that waits at `pauseAfterTokens`. */
  release(): void;
  /** Changes the title or the suggested questions, until `reset`. */
  answerInBackground(given: BackgroundTexts): void;
  /** Clears requests and queue, and continues every stream. */
  reset(): void;
  /** Closes at once, including open streams. */
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const queued: ModelScript[] = [];
  const arrivals = new Map<number, (request: RecordedRequest) => void>();
  const held = new Set<() => void>();
  const framesFor = framesCache(options.flavour ?? 'openai');
  const { script: scripted = {}, models = [{ id: 'test' }] } = options;
  let background: BackgroundTexts = options;

  const server = createServer(async (req, res) => {
    const api = apiOf(req.url ?? '');
    if (req.method === 'GET' && req.url === '/v1/models') return sendJson(res, { data: models });
    // Model descriptions in the APIs of Ollama and others, which are requested in the background.
    if (/^\/(api\/(show|ps|v0\/models)|props)$/.test(req.url ?? '')) return sendError(res, 404, 'Not found');
    const body = await readJson(req);
    const later = backgroundScript(body, background);
    if (api && later) {
      return answer(res, record(req, res, body), later, framesFor(later, api, String(body.model)), held);
    }
    const request = record(req, res, body);
    const index = requests.push(request) - 1;
    arrivals.get(index)?.(request);
    arrivals.delete(index);
    if (!api || req.method !== 'POST') return sendError(res, 404, 'Not found');
    const script = queued.shift() ?? (typeof scripted === 'function' ? scripted(request, index) : scripted);
    if (body.stream !== true) return sendJson(res, wholeAnswer(String(body.model)));
    if (script.headersDelayMs) await new Promise((resolve) => setTimeout(resolve, script.headersDelayMs));
    answer(res, request, script, framesFor(script, api, String(body.model)), held);
  });
  server.keepAliveTimeout = 30_000;
  const port = await listen(server);

  const release = () => {
    const waiting = [...held];
    held.clear();
    for (const resume of waiting) resume();
  };

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    queue: (...scripts) => void queued.push(...scripts),
    request: (index) => {
      const arrived = requests[index];
      return arrived ? Promise.resolve(arrived) : new Promise((resolve) => arrivals.set(index, resolve));
    },
    release,
    answerInBackground: (given) => {
      background = given;
    },
    reset: () => {
      background = options;
      requests.length = 0;
      queued.length = 0;
      arrivals.clear();
      release();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const sendJson = (res: ServerResponse, body: object) =>
  void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** The response to a request without `stream`, which only checks send. */
const wholeAnswer = (model: string) => ({
  model,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Red' }, finish_reason: 'stop' }],
});

function answer(
  res: ServerResponse,
  request: RecordedRequest,
  script: ModelScript,
  frames: ModelFrames,
  held: Set<() => void>,
) {
  const { fault } = script;
  if (fault?.kind === 'hang_before_headers') return;
  if (fault?.kind === 'status') {
    if (fault.retryAfter !== undefined) res.setHeader('retry-after', fault.retryAfter);
    if (fault.location !== undefined) res.setHeader('location', fault.location);
    return sendError(res, fault.status, 'The scripted server failed as told.', fault.body);
  }
  if (fault?.kind === 'wrong_content_type') {
    res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    return;
  }
  res.socket?.setNoDelay(true);
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  if (script.bytesPerWrite) return void writeInPieces(res, request, frames, script.bytesPerWrite);
  res.write(frames.opening);
  writeTokens(res, request, script, frames, held);
}

function writeTokens(
  res: ServerResponse,
  request: RecordedRequest,
  script: ModelScript,
  frames: ModelFrames,
  held: Set<() => void>,
) {
  const { fault, delayMs = 0, pauseAfterTokens } = script;
  const stopAt = fault && 'afterTokens' in fault ? fault.afterTokens : frames.tokens.length;
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Writes one token; false if the stream has to wait or is done. */
  const step = (): boolean => {
    if (res.destroyed || isHeld()) return false;
    const token = sent < stopAt ? frames.tokens[sent] : undefined;
    if (token === undefined) {
      finish(res, request, script, frames);
      return false;
    }
    sent += 1;
    request.tokensSent = sent;
    res.write(token);
    // Held together with the last token: a test that has seen that token can release the next.
    return !isHeld();
  };
  let released = false;
  const isHeld = () => {
    if (sent !== pauseAfterTokens || released) return false;
    held.add(resume);
    return true;
  };
  const resume = () => {
    released = true;
    run();
  };
  const run = () => {
    if (delayMs > 0) {
      timer = setInterval(() => {
        if (!step()) clearInterval(timer);
      }, delayMs);
      return;
    }
    while (step());
  };
  res.once('close', () => {
    clearInterval(timer);
    held.delete(resume);
  });
  run();
}

function finish(res: ServerResponse, request: RecordedRequest, script: ModelScript, frames: ModelFrames) {
  switch (script.fault?.kind) {
    case 'hang':
      return;
    case 'cut':
      // The written tokens must reach the client before the socket is destroyed.
      res.write('', () => res.socket?.destroySoon());
      return;
    case 'invalid_chunk':
      res.write('data: {"type": "response.output_text.delta", "delta": \n\n'.repeat(script.fault.chunks ?? 1));
      break;
    case 'end':
      request.finished = true;
      res.end();
      return;
    default:
      break;
  }
  request.finished = true;
  res.end(frames.closing);
}

async function writeInPieces(res: ServerResponse, request: RecordedRequest, frames: ModelFrames, bytes: number) {
  const whole = Buffer.from(frames.opening + frames.tokens.join('') + frames.closing);
  for (let at = 0; at < whole.length && !res.destroyed; at += bytes) {
    // One event loop turn between pieces, or the kernel would merge them.
    await new Promise((resolve) => res.write(whole.subarray(at, at + bytes), () => setImmediate(resolve)));
  }
  request.tokensSent = frames.tokens.length;
  request.finished = true;
  res.end();
}

/** 200 streams of the same script share one set of frames. */
function framesCache(flavour: ModelFlavour) {
  const cache = new WeakMap<ModelScript, Map<string, ModelFrames>>();
  return (script: ModelScript, api: ModelApi, asked: string): ModelFrames => {
    const model = script.model ?? asked;
    const built = cache.get(script) ?? new Map<string, ModelFrames>();
    cache.set(script, built);
    const key = `${api} ${model}`;
    const frames = built.get(key) ?? buildFrames(script, api, flavour, model);
    built.set(key, frames);
    return frames;
  };
}

function record(req: IncomingMessage, res: ServerResponse, body: Record<string, unknown>): RecordedRequest {
  let wentAway: () => void = () => {};
  const request: RecordedRequest = {
    method: req.method ?? '',
    path: req.url ?? '',
    headers: req.headers,
    clientPort: String(req.socket.remotePort),
    body,
    tokensSent: 0,
    finished: false,
    abortedAt: undefined,
    aborted: new Promise((resolve) => {
      wentAway = resolve;
    }),
  };
  res.once('close', () => {
    if (res.writableFinished) return;
    request.abortedAt = performance.now();
    wentAway();
  });
  return request;
}

function apiOf(path: string): ModelApi | undefined {
  const [name] = path.split('?', 1);
  if (name === '/v1/responses') return 'responses';
  return name === '/v1/chat/completions' ? 'chat' : undefined;
}

async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function sendError(res: ServerResponse, status: number, message: string, body?: string) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(body ?? JSON.stringify({ error: { message, type: 'scripted', code: null } }));
}
