import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyLimits } from '~/server/http/body-limits';
import { appRouter } from '~/server/router';
import { publishedSchema } from '~/server/testing/clients/response-schemas';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { documentPath, openApiDocument } from './openapi';
import { routes } from './routes';

/** The specification's table of endpoints, followed by those the API offers in addition. */
const table = [
  'GET /api/auth/user',
  'GET /api/user',
  'POST /api/login',
  'POST /api/login/second-factor',
  'POST /api/register',
  'POST /api/logout',
  'PUT /api/user/profile',
  'PUT /api/user/password',
  'GET /api/conversations',
  'GET /api/conversations/{id}/messages',
  'GET /api/conversations/{id}/summary',
  'POST /api/conversations',
  'POST /api/conversations/{id}/messages',
  'PUT /api/conversations/{id}',
  'DELETE /api/conversations/{id}',
  'POST /api/objects/upload',
  'PUT /api/files',
  'GET /api/admin/users',
  'GET /api/admin/waitlist',
  'PUT /api/admin/users/lock',
  'DELETE /api/admin/users/{id}',
  'DELETE /api/admin/waitlist/{id}',
  'GET /api/positions',
  'POST /api/positions',
  'PATCH /api/positions/{id}/close',
  'DELETE /api/positions/{id}',
  'POST /api/waitlist/signup',
  'POST /api/admin/setup-production',
];
const beyond = [
  'GET /api/user/storage',
  'DELETE /api/files/{id}',
  'GET /api/files/{id}/passage',
  'GET /api/conversations/{id}',
  'GET /api/conversations/{id}/collections',
  'PUT /api/conversations/{id}/collections',
  'GET /api/conversations/{id}/research',
  'GET /api/research',
  'GET /api/imports/current',
  'GET /api/admin/collections/overview',
  'GET /api/admin/usage/summary',
  'GET /api/positions/lookup',
  'GET /api/positions/price-health',
  'GET /api/positions/performance',
  'GET /api/positions/figures',
  'GET /api/positions/news',
  'PUT /api/positions/news/seen',
  'GET /api/positions/following',
  'PATCH /api/positions/following',
  'POST /api/positions/following/feed',
  'DELETE /api/positions/following/feed',
  'PUT /api/positions/{id}/follow',
  'GET /api/positions/{id}',
  'PUT /api/positions/{id}/thesis',
  'GET /api/positions/{id}/notes',
  'POST /api/positions/{id}/notes',
  'PUT /api/positions/{id}/notes/{noteId}',
  'DELETE /api/positions/{id}/notes/{noteId}',
  'GET /api/positions/export',
  'POST /api/positions/import',
  'POST /api/positions/rename',
  'GET /api/positions/price-review',
  'GET /api/positions/evidence-sources',
  'POST /api/positions/decide-split',
  'POST /api/positions/decide-price',
  'POST /api/positions/delist',
  'GET /api/positions/{id}/receipt',
  'PATCH /api/positions/{id}',
  'GET /api/track-record',
  'GET /api/track-record/figures',
  'GET /api/track-record/ledger',
  'GET /api/track-record/ledger.csv',
  'GET /api/track-record/closes',
  'GET /api/track-record/prices.json',
  'GET /api/track-record/timestamps',
  'GET /api/track-record/timestamps.json',
  'GET /api/track-record/bitcoin-proofs',
  'GET /api/track-record/book',
  'GET /api/backtest/universe',
  'POST /api/backtest',
  'GET /api/backtest/published',
  'GET /api/backtest/published/{id}',
  'POST /api/backtest/published',
  'PATCH /api/backtest/published/{id}',
  'DELETE /api/backtest/published/{id}',
  'GET /api/models',
  'GET /api/messages/{id}/receipt',
  'POST /api/imports',
  'GET /api/imports/{id}',
  'POST /api/imports/{id}/read',
  'POST /api/imports/{id}/run',
  'DELETE /api/imports/{id}',
  'POST /api/research',
  'GET /api/research/{id}',
  'POST /api/research/{id}/run',
  'POST /api/research/{id}/stop',
  'GET /api/research/{id}/changes',
  'GET /api/research-schedules',
  'POST /api/research-schedules',
  'PATCH /api/research-schedules/{id}',
  'DELETE /api/research-schedules/{id}',
  'GET /api/admin/model-endpoints',
  'POST /api/admin/model-endpoints',
  'PUT /api/admin/model-endpoints/{id}',
  'DELETE /api/admin/model-endpoints/{id}',
  'GET /api/admin/model-endpoints/{id}/models',
  'POST /api/admin/models',
  'PUT /api/admin/models/{id}',
  'DELETE /api/admin/models/{id}',
  'POST /api/admin/models/{id}/probe',
  'POST /api/admin/models/{id}/test',
  'GET /api/collections',
  'POST /api/collections',
  'GET /api/collections/search',
  'GET /api/collections/{id}',
  'PUT /api/collections/{id}',
  'DELETE /api/collections/{id}',
  'GET /api/collections/{id}/documents',
  'POST /api/collections/{id}/documents',
  'GET /api/collections/{id}/documents/{documentId}',
  'PUT /api/collections/{id}/documents/{documentId}',
  'DELETE /api/collections/{id}/documents/{documentId}',
  'POST /api/collections/{id}/documents/{documentId}/refresh',
  'GET /api/search',
  'PATCH /api/conversations/{id}',
  'GET /api/conversations/activity',
  'POST /api/conversations/discard',
  'POST /api/conversations/restore',
  'POST /api/conversations/{id}/read',
  'POST /api/conversations/{id}/extend',
  'POST /api/conversations/move',
  'GET /api/projects',
  'POST /api/projects',
  'GET /api/projects/{id}',
  'PUT /api/projects/{id}',
  'DELETE /api/projects/{id}',
  'GET /api/user/memory',
  'PUT /api/user/memory',
  'POST /api/user/memory/facts',
  'PUT /api/user/memory/facts/{id}',
  'DELETE /api/user/memory/facts/{id}',
  'DELETE /api/user/memory/facts',
  'GET /api/prompts',
  'POST /api/prompts',
  'GET /api/prompts/{id}',
  'PUT /api/prompts/{id}',
  'DELETE /api/prompts/{id}',
  'POST /api/prompts/{id}/restore',
  'GET /api/shares',
  'POST /api/shares',
  'GET /api/conversations/{id}/shareable',
  'GET /api/messages/{id}/shareable',
  'DELETE /api/shares/{id}',
  'GET /api/conversations/{id}/events',
  'GET /api/conversations/{id}/export',
  'GET /api/messages/{id}/export',
  'POST /api/messages/{id}/stop',
  'POST /api/messages/{id}/retry',
  'GET /api/messages/{id}/versions',
  'GET /api/messages/{id}/feedback',
  'PUT /api/messages/{id}/feedback',
  'DELETE /api/messages/{id}/feedback',
  'GET /api/conversations/{id}/feedback',
  'GET /api/admin/feedback',
  'GET /api/admin/feedback/comments',
  'GET /api/messages/{id}/snapshots/{snapshotId}',
  'POST /api/messages/{id}/show',
  'GET /api/tokens',
  'POST /api/tokens',
  'DELETE /api/tokens/{id}',
  'GET /api/admin/audit',
  'GET /api/admin/status',
  'POST /api/admin/jobs/retry',
  'POST /api/admin/support-bundle',
  'PUT /api/admin/users/role',
  'POST /api/admin/users/reset-second-factor',
  'GET /api/groups',
  'GET /api/admin/groups',
  'POST /api/admin/groups',
  'PUT /api/admin/groups/{id}',
  'DELETE /api/admin/groups/{id}',
  'GET /api/admin/groups/{id}/members',
  'POST /api/admin/groups/{id}/members',
  'DELETE /api/admin/groups/{id}/members/{userId}',
  'GET /api/collections/{id}/groups',
  'PUT /api/collections/{id}/groups',
  'GET /api/admin/invitations',
  'POST /api/admin/invitations',
  'DELETE /api/admin/invitations/{id}',
  'GET /api/admin/waitlist/export',
  'POST /api/password-reset/request',
  'POST /api/password-reset',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions',
  'DELETE /api/user/sessions/{id}',
  'GET /api/user/sign-in-methods',
  'POST /api/user/identities/{id}/disconnect',
  'GET /api/user/instructions',
  'PUT /api/user/instructions',
  'GET /api/user/chat-preferences',
  'PUT /api/user/chat-preferences',
  'POST /api/user/export',
  'POST /api/user/delete',
  'GET /api/usage',
  'GET /api/admin/usage',
  'GET /api/admin/usage/export',
  'GET /api/admin/budgets',
  'PUT /api/admin/budgets',
  'GET /api/admin/budgets/users',
  'PUT /api/admin/budgets/users',
  'DELETE /api/admin/budgets/users/{id}',
  'GET /api/admin/search',
  'PUT /api/admin/search',
  'PUT /api/admin/search/providers',
  'DELETE /api/admin/search/providers',
  'POST /api/admin/search/providers/test',
];

/** Fields of the request bodies in the table. */
const payloads: Record<string, string[]> = {
  'POST /api/login': ['email', 'password'],
  'POST /api/register': ['email', 'password', 'firstName', 'lastName'],
  'PUT /api/user/profile': ['firstName', 'lastName'],
  'PUT /api/user/password': ['currentPassword', 'newPassword'],
  'POST /api/conversations': ['title'],
  'POST /api/conversations/{id}/messages': ['content', 'attachments'],
  'PUT /api/conversations/{id}': ['title'],
  'PUT /api/files': ['fileURL'],
  'PUT /api/admin/users/lock': ['userId', 'isLocked'],
  'POST /api/positions': ['name', 'ticker', 'avgEntryPrice', 'purchaseDate'],
  'PATCH /api/positions/{id}/close': ['closePrice'],
  'POST /api/waitlist/signup': ['email'],
  'POST /api/admin/setup-production': ['seedPositions'],
};

interface Media {
  schema: Record<string, unknown>;
  example: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; schema: unknown }[];
  requestBody?: { content: { 'application/json': Media } };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
}
const document = openApiDocument() as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

describe('the document', () => {
  it('is served without signing in', async () => {
    const response = await fetch(`${address}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('contains every endpoint of the specification and the additional ones, and no others', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...table, ...beyond].sort());
  });

  it.each(Object.entries(payloads))('accepts in %s the fields of the specification', (name, fields) => {
    const body = operations.find((operation) => operation.name === name)?.operation.requestBody?.content[
      'application/json'
    ];
    const known = Object.keys(body?.schema.properties as object);
    expect(known).toEqual(expect.arrayContaining(fields));
    // Fields that only the server may set.
    for (const own of ['id', 'isAdmin', 'createdAt', 'conversationId', 'clientRequestId'])
      expect(known).not.toContain(own);
  });

  it.each(operations)('describes $name completely: its errors, an example, valid references', ({ operation }) => {
    expect(operation.summary).not.toBe('');
    const responses = Object.entries(operation.responses);
    expect(responses.filter(([status]) => status.startsWith('2'))).toHaveLength(1);
    expect(responses.length).toBeGreaterThan(1);
    for (const [, { description, content }] of responses) {
      expect(description).not.toBe('');
      for (const { example } of Object.values(content)) expect(example).toBeDefined();
    }
    for (const reference of JSON.stringify(operation).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(document.components.schemas)).toContain(reference[1]);
  });

  it('gives every endpoint a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it.each(routes)('has examples for $method $path that match its own schemas', (route) => {
    const { body, procedure, params } = route;
    const responses = document.paths[documentPath(route)]?.[route.method]?.responses;
    const [media] = Object.values(responses?.[route.status]?.content ?? {});
    if (!route.stream)
      expect(publishedSchema(route).safeParse(JSON.parse(JSON.stringify(media?.example))).error).toBeUndefined();
    if (!body) return;
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;
    const uuid = 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02';
    // A field that a route omits is an id, or a list accepted only for new conversations.
    const elsewhere = [...Object.values(params), ...body.omit].map((field) => [
      field,
      field === 'collections' ? [] : uuid,
    ]);
    const input = { ...body.example, ...Object.fromEntries(elsewhere) };
    expect(procedures[procedure]?._def.inputs[0]?.safeParse(input).error).toBeUndefined();
  });

  it('names the size limit of bodies, which is lower without a session', () => {
    const tooLarge = (path: string) => document.paths[path]?.post?.responses['413']?.description;
    const small = `${bodyLimits.anonymous / 1024} KB`;
    const large = `${bodyLimits.signedIn / 1024 ** 2} MB`;
    expect(tooLarge('/api/login')).toBe(`The body is larger than ${small} (${large} if you are signed in).`);
    expect(tooLarge('/api/conversations')).toBe(`The body is larger than ${large}.`);
  });

  it('is an OpenAPI document with valid JSON Schemas', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'qInsight API' }, servers: [{ url: '/' }] });
    expect(JSON.stringify(document)).not.toMatch(/"\$schema"|"\$defs"|undefined/);
    expect(z.json().safeParse(JSON.parse(JSON.stringify(document))).success).toBe(true);
  });
});

describe('the page that shows the document', () => {
  it('loads everything from this server and works under its Content Security Policy', async () => {
    const page = await fetch(`${address}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    const html = await page.text();
    expect(html).not.toMatch(/https?:\/\/|<script>|\son\w+=/);
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, at]) => at as string);
    expect(files).toHaveLength(3);
    for (const at of files) {
      const file = await fetch(address + at);
      expect({ at, status: file.status }).toEqual({ at, status: 200 });
      expect(file.headers.get('content-type')).toMatch(
        at.endsWith('.css') ? /^text\/css/ : /^(text|application)\/javascript/,
      );
      expect((await file.text()).length).toBeGreaterThan(100);
    }
  });

  it('serves no other file of its library', async () => {
    for (const name of ['package.json', 'swagger-ui.js', '..%2fpackage.json', 'swagger-ui.css.map'])
      expect((await fetch(`${address}/api/docs/${name}`)).status).toBe(404);
  });
});
