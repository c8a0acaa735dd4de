/**
 * Collections at xAI, as its documentation describes them: the management API at
 * https://docs.x.ai/developers/rest-api-reference/collections/collection (collections and their documents, with the
 * management key) and the Files API at https://docs.x.ai/developers/rest-api-reference/files (with the ordinary key).
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { XaiMirrorSettings } from '~/server/lib/xai-settings';
import { addressBelow } from '~/server/providers/llm/endpoint-json';
import { type CollectionMirror, MirrorError, type MirrorErrorCode, type MirroredDocument } from './types';
import { requestXai, type XaiRequest } from './xai-request';

/** The maximum page size of xAI. */
const pageRows = 100;

const token = z.string().nullish();
const collection = z.object({ collection_id: z.string().min(1), collection_name: z.string().nullish() });
const collectionList = z.object({ collections: z.array(collection).nullish(), pagination_token: token });
const file = z.object({ id: z.string().min(1), filename: z.string().nullish() });
const fileList = z.object({ data: z.array(file).nullish(), pagination_token: token });
const document = z.object({
  file_metadata: z.object({ file_id: z.string().min(1), name: z.string().nullish() }),
  status: z.string().nullish(),
  error_message: z.string().nullish(),
});
const documentList = z.object({ documents: z.array(document).nullish(), pagination_token: token });

export function createXaiCollections(settings: XaiMirrorSettings): CollectionMirror {
  const { proxyUrl } = settings;
  const manage = (method: XaiRequest['method'], path: string, signal: AbortSignal, body?: object) =>
    requestXai(
      {
        method,
        url: pathBelow(settings.managementUrl, path),
        key: settings.managementKey,
        proxyUrl,
        ...(body && { body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) } }),
      },
      signal,
    );
  const files = (method: XaiRequest['method'], path: string, signal: AbortSignal, body?: XaiRequest['body']) =>
    requestXai(
      { method, url: pathBelow(settings.apiUrl, path), key: settings.apiKey, proxyUrl, ...(body && { body }) },
      signal,
    );
  return {
    async createCollection(name, signal) {
      const made = await manage('POST', '/collections', signal, { collection_name: name });
      return read(collection, made).collection_id;
    },
    async renameCollection(id, name, signal) {
      await manage('PUT', `/collections/${escaped(id)}`, signal, { collection_name: name });
    },
    deleteCollection: (id, signal) => unless('gone', manage('DELETE', `/collections/${escaped(id)}`, signal)),
    async *collections(signal) {
      const pages = everyPage(collectionList, (query) => manage('GET', `/collections?${query}`, signal));
      for await (const { collections } of pages)
        for (const { collection_id, collection_name } of collections ?? [])
          yield { id: collection_id, name: collection_name ?? '' };
    },
    async uploadFile(name, text, signal) {
      return read(file, await files('POST', '/files', signal, formWith(name, text))).id;
    },
    deleteFile: (id, signal) => unless('gone', files('DELETE', `/files/${escaped(id)}`, signal)),
    async *files(signal) {
      for await (const { data } of everyPage(fileList, (query) => files('GET', `/files?${query}`, signal)))
        for (const { id, filename } of data ?? []) yield { id, name: filename ?? '' };
    },
    async addDocument(collectionId, fileId, signal) {
      await unless('exists', manage('POST', documentPath(collectionId, fileId), signal, {}));
    },
    removeDocument: (collectionId, fileId, signal) =>
      unless('gone', manage('DELETE', documentPath(collectionId, fileId), signal)),
    async document(collectionId, fileId, signal) {
      return toDocument(read(document, await manage('GET', documentPath(collectionId, fileId), signal)));
    },
    async *documents(id, signal) {
      const pages = everyPage(documentList, (query) =>
        manage('GET', `/collections/${escaped(id)}/documents?${query}`, signal),
      );
      for await (const { documents } of pages) for (const one of documents ?? []) yield toDocument(one);
    },
  };
}

const escaped = encodeURIComponent;
const documentPath = (collectionId: string, fileId: string) =>
  `/collections/${escaped(collectionId)}/documents/${escaped(fileId)}`;

function pathBelow(baseUrl: string, path: string): URL {
  const [name = '', query = ''] = path.split('?');
  const url = addressBelow(baseUrl, name);
  url.search = query;
  return url;
}

function read<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new MirrorError('unavailable', 'xAI sent an unexpected response.', parsed.error.message);
  return parsed.data;
}

async function* everyPage<Page extends { pagination_token?: string | null | undefined }>(
  schema: z.ZodType<Page>,
  ask: (query: string) => Promise<unknown>,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let next: string | null | undefined;
  do {
    const query = new URLSearchParams({ limit: String(pageRows), ...(next && { pagination_token: next }) });
    const page = read(schema, await ask(query.toString()));
    yield page;
    next = page.pagination_token;
    // A server that repeats a page must not keep the job running forever.
    if (next && seen.has(next))
      throw new MirrorError('unavailable', 'xAI sent an unexpected response.', 'a repeated page');
    if (next) seen.add(next);
  } while (next);
}

/** Treats the error with this code as success. */
async function unless(code: MirrorErrorCode, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof MirrorError) || error.code !== code) throw error;
  }
}

const states: Record<string, MirroredDocument['state']> = {
  DOCUMENT_STATUS_PROCESSED: 'ready',
  DOCUMENT_STATUS_FAILED: 'failed',
};

function toDocument({ file_metadata, status, error_message }: z.infer<typeof document>): MirroredDocument {
  return {
    id: file_metadata.file_id,
    name: file_metadata.name ?? '',
    state: states[status ?? ''] ?? 'processing',
    ...(error_message && { reason: error_message }),
  };
}

function formWith(name: string, text: string): NonNullable<XaiRequest['body']> {
  const boundary = `qinsight-${randomBytes(16).toString('hex')}`;
  // The same escaping as browsers use in forms.
  const escapedName = name.replace(/["\r\n]/g, (character) => escaped(character));
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nassistants\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapedName}"\r\nContent-Type: text/markdown; charset=utf-8\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`),
  };
}
