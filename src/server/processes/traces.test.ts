import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { listen } from '~/server/testing/fakes/free-port';
import { until } from '~/server/testing/until';
import { processWorld } from '~/server/testing/worlds/process-world';
import { startServer } from '~/server/testing/worlds/server-process';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const [server, client] = [2, 3];
const world = processWorld();

/** The spans that the collector received. */
const spans: SentSpan[] = [];
const keys: unknown[] = [];
const resources: string[] = [];
let text = '';
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  text += body;
  keys.push(request.headers['x-api-key']);
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    resources.push(JSON.stringify(resource));
    for (const scope of scopeSpans) spans.push(...scope.spans);
  }
  response.setHeader('content-type', 'application/json').end('{}');
});
let endpoint: string;

beforeAll(async () => {
  const port = await listen(collector);
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

const settings = (more: Record<string, string> = {}) => ({
  ...world.settings(),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=se%20cret',
  OTEL_SERVICE_NAME: 'insight-test',
  ...more,
});

const named = (name: string) => spans.find((span) => span.name === name);
const attribute = (span: SentSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

it('one message is one trace: HTTP, procedure, SQL, answer and model', async () => {
  const product = await startServer(settings({ TRUST_PROXY: '1' }));
  const user = await signUpAt(product.url);
  world.model.queue({ text: ['Rates ', 'fall.'] });
  const sent = await apiClient(product.url, user.cookie).messages.send.mutate(question('What moves rates, secretly?'));
  const { conversationId, id } = sent.assistantMessage;
  await until(async () => {
    const { items } = await apiClient(product.url, user.cookie).messages.list.query({ conversationId });
    return items.find((message) => message.id === id)?.metadata.processing === false;
  }, 'the answer is stored');
  const given = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${product.url}/api/models`, { headers: { traceparent: `00-${given}-b7ad6b7169203331-01` } });
  await product.end('SIGTERM');

  const root = named('POST /trpc/messages.send');
  expect(root).toMatchObject({ kind: server });
  expect(attribute(root, 'http.response.status_code')).toBe(200);
  const trace = spans.filter(({ traceId }) => traceId === root?.traceId);
  const answer = trace.find(({ name }) => name === 'write answer');
  const model = trace.find(({ name, kind }) => name === 'POST' && kind === client);
  const statements = trace.filter(({ name }) => ['SELECT', 'WITH', 'INSERT', 'UPDATE'].includes(name));
  expect(trace.find(({ name }) => name === 'messages.send')).toMatchObject({ parentSpanId: root?.spanId });
  expect(attribute(answer, 'qinsight.answer.outcome')).toBe('complete');
  expect(model).toMatchObject({ parentSpanId: answer?.spanId });
  expect(attribute(model, 'http.response.status_code')).toBe(200);
  expect(statements.length).toBeGreaterThan(2);
  expect(attribute(statements[0], 'db.query.text')).toContain('$1');
  expect(product.log()).toContain(`"traceId":"${root?.traceId}"`);
  // A trusted proxy's trace is continued; the job after an answer has its own trace.
  expect(named('GET /api/models')?.traceId).toBe(given);
  expect(new Set(keys)).toEqual(new Set(['se cret']));
  expect(resources[0]).toContain('insight-test');
  // No span contains a message, a name or a user.
  for (const secret of ['secretly', 'Rates', user.email, conversationId]) expect(text).not.toContain(secret);
});

it('an unavailable collector is reported once and delays nothing', async () => {
  const product = await startServer(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }));
  await signUpAt(product.url);
  const stopped = await product.end('SIGTERM');
  expect(stopped).toEqual({ code: 0, signal: null });
  expect(product.log().match(/traces could not be sent/g)).toHaveLength(1);
});
