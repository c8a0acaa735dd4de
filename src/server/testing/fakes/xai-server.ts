/**
 * xAI on 127.0.0.1: its management API of collections, its Files API and its models, each with its own key. Paths,
 * fields and statuses are those of https://docs.x.ai/developers/rest-api-reference.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './free-port';

export interface XaiCollection {
  name: string;
  /** Ids of files. */
  documents: Set<string>;
}

export interface XaiFault {
  /** Matches the affected requests, such as `POST /v1/files`. */
  on: RegExp;
  /** 'silent': the request is carried out, but its response is lost. 'stuck': the same, with an open connection. */
  with: number | 'silent' | 'stuck';
  times: number;
}

export interface XaiServer {
  /** Settings that point a server here. */
  readonly env: Record<string, string>;
  readonly collections: Map<string, XaiCollection>;
  readonly files: Map<string, { name: string; text: string }>;
  /** As `DELETE /v1/files/file_1`, in order. */
  readonly requests: string[];
  /** The bodies of requests to the model. */
  readonly asked: { tools?: { type: string; vector_store_ids?: string[] }[]; include?: string[] }[];
  /** The model's answer: the text, and the ids of files found by its search. */
  answer: { text: string; found: string[] };
  /** The final status of an added document. */
  outcome: 'DOCUMENT_STATUS_PROCESSED' | 'DOCUMENT_STATUS_FAILED' | 'DOCUMENT_STATUS_PROCESSING';
  fail(fault: XaiFault): void;
  close(): Promise<void>;
}

const keys = { management: 'management-key-of-tests', api: 'xai-key-of-tests' };
/** Small, so that lists have several pages. */
const pageRows = 2;

export async function startXaiServer(): Promise<XaiServer> {
  const faults: XaiFault[] = [];
  let made = 0;
  const open = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const line = `${request.method} ${path}`;
    server.requests.push(line);
    const fault = faults.find((one) => one.times > 0 && one.on.test(line));
    if (fault) fault.times -= 1;
    const isModel = path.startsWith('/v1/responses') || path.startsWith('/v1/files') || path.startsWith('/v1/models');
    const key = isModel ? keys.api : keys.management;
    if (request.headers.authorization !== `Bearer ${key}`) return reply(response, 401, { error: 'Unauthenticated' });
    if (typeof fault?.with === 'number') return reply(response, fault.with, { error: { message: 'A scripted fault' } });
    const [status, result] = handle(server, request, path, body, () => ++made);
    if (fault?.with === 'silent') return void request.socket.destroy();
    if (fault?.with !== 'stuck') reply(response, status, result);
  });
  const port = await listen(open);
  const url = `http://127.0.0.1:${port}/v1`;
  const server: XaiServer = {
    env: {
      XAI_BASE_URL: url,
      XAI_API_KEY: keys.api,
      XAI_MANAGEMENT_URL: url,
      XAI_MANAGEMENT_KEY: keys.management,
      AI_API: 'responses',
    },
    collections: new Map(),
    files: new Map(),
    requests: [],
    asked: [],
    answer: { text: 'Nothing.', found: [] },
    outcome: 'DOCUMENT_STATUS_PROCESSED',
    fail: (fault) => void faults.push(fault),
    async close() {
      open.closeAllConnections();
      await new Promise((resolve) => open.close(resolve));
    },
  };
  return server;
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

type Result = [status: number, body: object];
const gone: Result = [404, { error: 'Not found' }];

function handle(server: XaiServer, request: IncomingMessage, path: string, body: Buffer, number: () => number): Result {
  const [, , kind, id = '', below, fileId = ''] = path.split('/');
  const { method } = request;
  const query = new URL(request.url ?? '', 'http://xai').searchParams;
  const json = () => JSON.parse(body.toString() || '{}') as Record<string, string>;
  if (kind === 'responses') return answer(server, JSON.parse(body.toString()));
  if (kind === 'files') {
    if (method === 'POST') return upload(server, body.toString(), `file_${number()}`);
    if (method === 'DELETE') return server.files.delete(id) ? [200, { id, deleted: true }] : gone;
    const rows = [...server.files].map(([file, { name }]) => ({ id: file, filename: name }));
    return [200, pageOf('data', rows, query)];
  }
  if (kind !== 'collections') return gone;
  if (id === '') {
    if (method === 'POST') {
      const made = `collection_${number()}`;
      server.collections.set(made, { name: json().collection_name ?? '', documents: new Set() });
      return [200, collectionBody(server, made)];
    }
    return [
      200,
      pageOf(
        'collections',
        [...server.collections.keys()].map((one) => collectionBody(server, one)),
        query,
      ),
    ];
  }
  const collection = server.collections.get(id);
  if (!collection) return gone;
  if (below === undefined) {
    if (method === 'DELETE') server.collections.delete(id);
    if (method === 'PUT') collection.name = json().collection_name ?? collection.name;
    return [200, method === 'DELETE' ? {} : collectionBody(server, id)];
  }
  const documentBody = (file: string) => ({
    file_metadata: { file_id: file, name: server.files.get(file)?.name },
    status: server.outcome,
  });
  if (fileId === '') return [200, pageOf('documents', [...collection.documents].map(documentBody), query)];
  if (method === 'POST') {
    if (!server.files.has(fileId)) return gone;
    if (collection.documents.has(fileId)) return [409, { error: 'Already exists' }];
    collection.documents.add(fileId);
    return [200, {}];
  }
  if (!collection.documents.has(fileId)) return gone;
  if (method === 'DELETE') collection.documents.delete(fileId);
  return [200, method === 'DELETE' ? {} : documentBody(fileId)];
}

const collectionBody = ({ collections }: XaiServer, id: string) => ({
  collection_id: id,
  collection_name: collections.get(id)?.name,
  documents_count: collections.get(id)?.documents.size,
});

function pageOf(name: string, rows: object[], query: URLSearchParams): object {
  const from = Number(query.get('pagination_token') ?? 0);
  const next = from + pageRows;
  return { [name]: rows.slice(from, next), ...(next < rows.length && { pagination_token: String(next) }) };
}

function upload({ files }: XaiServer, body: string, id: string): Result {
  const [, name = ''] = /name="file"; filename="([^"]*)"/.exec(body) ?? [];
  const [, text = ''] = /charset=utf-8\r\n\r\n([\s\S]*)\r\n--[^\r\n]+--\r\n$/.exec(body) ?? [];
  files.set(id, { name, text });
  return [200, { id, filename: name, bytes: text.length }];
}

function answer(server: XaiServer, body: XaiServer['asked'][number]): Result {
  server.asked.push(body);
  const { text, found } = server.answer;
  const results = found.map((id) => ({ file_id: id, filename: server.files.get(id)?.name, score: 0.9, text: '' }));
  const hasSearch = body.tools?.some(({ type }) => type === 'file_search');
  const call = { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'], results };
  const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] };
  return [
    200,
    {
      id: 'resp_1',
      status: 'completed',
      model: 'grok-4',
      output: [...(hasSearch ? [call] : []), message],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  ];
}
