import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { explainFailure } from '~/server/operator/explain-failure';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { startMetricsServer } from './metrics.http';

const token = 'a-token-for-prometheus';
const model = createScriptedModel();
let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { METRICS_TOKEN: token } });
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const get = (url: string, bearer?: string) =>
  fetch(url, { headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } });
const portOf = (listening: Server | null) => (listening?.address() as AddressInfo | undefined)?.port;
const page = async () => (await get(`${address}/metrics`, token)).text();

/** The value of one line of the page, with labels in any order; undefined without such a line. */
async function sample(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  for (const [, found, given = '', value] of (await page()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const isWanted = Object.entries(labels).every(([label, wanted]) => given.includes(`${label}="${wanted}"`));
    if (found === name && isWanted) return Number(value);
  }
  return undefined;
}

async function ask(end: (call: Awaited<ReturnType<typeof model.nextCall>>) => Promise<void>): Promise<void> {
  const content = 'What moves rates?';
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content, attachments: [] });
  const call = await model.nextCall();
  await end(call);
  const id = sent.assistantMessage.id;
  await until(
    async () => (await server.deps.db.generation.findUniqueOrThrow({ where: { messageId: id } })).slot === null,
  );
}

describe('/metrics', () => {
  it('requires the token', async () => {
    expect((await get(`${address}/metrics`)).status).toBe(401);
    expect((await get(`${address}/metrics`, 'wrong')).status).toBe(401);
    expect((await get(`${address}/metrics?token=${token}`)).status).toBe(401);
    const allowed = await get(`${address}/metrics`, token);
    expect([allowed.status, allowed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(allowed.headers.get('content-type')).toContain('text/plain');
  });

  it('does not exist if switched off, and loads nothing', async () => {
    const closed = await startTestServer({ model });
    try {
      expect(closed.deps.metricsPage).toBeNull();
      expect((await get(`${await closed.listen()}/metrics`, token)).status).toBe(404);
    } finally {
      await closed.close();
    }
  });

  it('is served only on METRICS_PORT if that is set', async () => {
    const own = await startTestServer({ model, env: { METRICS_PORT: '0' } });
    const metrics = await startMetricsServer(own.deps);
    try {
      const url = `http://127.0.0.1:${portOf(metrics)}`;
      expect(await (await get(`${url}/metrics`)).text()).toContain('qinsight_info{version=');
      expect((await get(`${url}/`)).status).toBe(404);
      expect((await get(`${await own.listen()}/metrics`)).status).toBe(404);
      const taken = { ...own.deps, env: { ...own.deps.env, METRICS_PORT: Number(portOf(metrics)) } };
      const why = await startMetricsServer(taken).catch(explainFailure);
      expect(why).toBe(
        `METRICS_PORT ${portOf(metrics)} is in use. Stop the other program, or choose another port in .env.`,
      );
    } finally {
      metrics?.close();
      await own.close();
    }
  });

  it('counts answers by model and outcome, with the time to first text and tokens', async () => {
    offerPriced(server.deps);
    const usage = { inputTokens: 100, outputTokens: 12, reasoningTokens: 2 };
    await ask(async (call) => {
      await call.emit('Rates ');
      await call.emit('move.');
      await call.emit({ type: 'usage', usage });
      await call.finish();
    });
    const ended = (outcome: string) => sample('qinsight_answers_ended_total', { model: 'scripted', outcome });
    await until(async () => (await ended('complete')) === 1);
    expect(await sample('qinsight_answer_first_token_seconds_count', { model: 'scripted' })).toBe(1);
    expect(await sample('qinsight_answer_token_seconds_count', { model: 'scripted' })).toBe(1);
    const used = { model: 'scripted', purpose: 'answer' };
    expect(await sample('qinsight_model_tokens_total', { ...used, kind: 'output' })).toBe(12);
    expect(await sample('qinsight_model_tokens_total', { ...used, kind: 'reasoning' })).toBe(2);
    // 100 and 12 tokens at $125 and $500 per million.
    expect(await sample('qinsight_model_cost_usd_total', used)).toBeCloseTo(0.0185, 9);
    expect(await sample('qinsight_answers_running')).toBe(0);
    await ask((call) => call.fail(new Error('the endpoint is away')));
    await until(async () => (await ended('failed')) === 1);
    expect(await sample('qinsight_answer_first_token_seconds_count', { model: 'scripted' })).toBe(1);
  });

  it('counts requests by route pattern', async () => {
    await get(`${address}/api/conversations/${randomUUID()}`);
    await get(`${address}/made-up-${randomUUID()}`);
    await until(async () => (await sample('qinsight_http_requests_total', { route: '(other)' })) !== undefined);
    const labels = { route: '/api/conversations/:id', method: 'GET', status: '401' };
    expect(await sample('qinsight_http_requests_total', labels)).toBe(1);
    expect(await page()).not.toContain('made-up');
  });

  it('shows the jobs and prices of the database, and that it is available', async () => {
    await server.deps.db.$executeRaw`
      INSERT INTO jobs (kind, key, payload, state) VALUES ('a-dead-one', 'x', '{}', 'dead')`;
    expect(await sample('qinsight_jobs', { kind: 'a-dead-one', state: 'dead' })).toBe(1);
    expect(await sample('qinsight_price_feeds_failing')).toBe(0);
    expect(await sample('qinsight_database_up')).toBe(1);
    expect(await sample('qinsight_store_up')).toBe(1);
    await server.deps.db.$executeRaw`DELETE FROM jobs WHERE kind = 'a-dead-one'`;
    expect(await sample('qinsight_jobs', { kind: 'a-dead-one' })).toBeUndefined();
  });
});

it('shows that the file storage does not work', async () => {
  const own = await startTestServer({ model, env: { METRICS_TOKEN: token } });
  const check = vi.spyOn(own.deps.store, 'check').mockRejectedValue(new Error('The access key has expired.'));
  try {
    const shown = await (await get(`${await own.listen()}/metrics`, token)).text();
    expect(shown).toContain('\nqinsight_store_up 0\n');
  } finally {
    check.mockRestore();
    await own.close();
  }
});

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}

describe('the files in deploy', () => {
  const { groups } = parse(readFileSync('deploy/prometheus-alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const isOurs = (name: string) => /^(qinsight|process|nodejs)_/.test(name);
  /** Metrics that exist only with PostgreSQL or Redis; the source must contain their names. */
  const conditional = ['qinsight_database_pool_connections', 'qinsight_database_pool_waiting', 'qinsight_redis_up'];
  const familyOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

  it('name only metrics that are exported', async () => {
    const types = [...(await page()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const exported = new Set(types.map(([, name]) => name as string));
    const source = readFileSync('src/server/metrics/state-gauges.ts', 'utf8');
    for (const name of conditional) if (source.includes(`'${name}'`)) exported.add(name);
    const named = [...rules.map(({ expr }) => expr), ...shown].flatMap((expr) => expr.match(/\b[a-z]+_\w+/g) ?? []);
    const metrics = [...new Set(named.filter(isOurs))];
    expect(metrics.length).toBeGreaterThan(15);
    expect(metrics.filter((name) => !exported.has(name) && !exported.has(familyOf(name)))).toEqual([]);
  });

  it('use only labels that a metric has', () => {
    const source = ['instruments', 'state-gauges']
      .map((name) => readFileSync(`src/server/metrics/${name}.ts`, 'utf8'))
      .join('\n');
    const known = new Set(
      [...source.matchAll(/labelNames: \[(.*?)\]/g)].flatMap(([, list]) => list?.match(/\w+/g) ?? []),
    );
    // Prometheus adds these labels.
    for (const label of ['job', 'instance', 'le']) known.add(label);
    const expressions = [...rules.map(({ expr }) => expr), ...shown];
    const grouped = expressions.flatMap((expr) =>
      [...expr.matchAll(/\bby \(([^)]*)\)/g)].map(([, list]) => list ?? ''),
    );
    const selected = expressions.flatMap((expr) => [...expr.matchAll(/(\w+)=~?"/g)].map(([, label]) => label ?? ''));
    const templates = JSON.stringify([rules, dashboard]).match(/(?<=\{\{(?: \$labels\.)?)\w+(?= ?\}\})/g) ?? [];
    const used = [...grouped.flatMap((list) => list.match(/\w+/g) ?? []), ...selected, ...templates];
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((label) => !known.has(label))).toEqual([]);
  });

  it('link every alert to a section of the runbooks', () => {
    const titles = [...readFileSync('docs/runbooks.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title]) => title ?? '',
    );
    const anchors = titles.map((title) => `docs/runbooks.md#${title.toLowerCase().replaceAll(' ', '-')}`);
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(expect.arrayContaining(anchors));
    expect(rules.filter(({ annotations }) => !anchors.includes(annotations.runbook))).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('are documented: every metric of the product is in docs/monitoring.md', async () => {
    const doc = readFileSync('docs/monitoring.md', 'utf8');
    const own = [...(await page()).matchAll(/^# TYPE (qinsight_\w+) /gm)].map(([, name]) => name as string);
    expect([...own, ...conditional].filter((name) => !doc.includes(`\`${name}\``))).toEqual([]);
  });
});
