/**
 * Imports a ChatGPT export of 1,000 conversations, on the embedded database and on PostgreSQL: the time until its
 * preview is shown and until everything is stored, and how often the progress changed.
 * Usage: npx tsx scripts/bench/import.ts [conversations] [questions with answers in each]
 */
import { manyConversations } from '~/server/features/imports/export-examples';
import { apiClient, registerAt } from '~/server/testing/clients/api-client';
import type { ConversationImportView } from '~/shared/schemas/imports';
import { familyCpuMs } from './lib/child';
import { startPostgres } from './lib/postgres';
import { atMost, known, type Result, report } from './lib/report';
import { startServer } from './lib/server';

const conversations = Number(process.argv[2] ?? 1000);
const exchanges = Number(process.argv[3] ?? 10);
const maxSeconds = 30;
const pollMs = 100;

/** A paragraph per message, as in a real export; the test examples have one line. */
const paragraph = 'The term premium explains most of the move, and inflation expectations little of it. '.repeat(7);
const bytes = Buffer.from(
  JSON.stringify(manyConversations(conversations, exchanges)).replaceAll('what moves them.', paragraph),
);

async function measure(name: string, settings: Record<string, string>): Promise<Result[]> {
  const server = await startServer(settings);
  const { cookie } = await registerAt(server.url);
  const api = apiClient(server.url, cookie);
  const positions = new Set<number>();

  async function ended(id: string, state: string): Promise<ConversationImportView> {
    for (;;) {
      const row = await api.imports.get.query({ id });
      positions.add(row.position);
      if (row.state === state) return row;
      if (row.state === 'failed') throw new Error(row.error ?? 'The import failed.');
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async function imported(): Promise<{ readS: number; storeS: number; stored: ConversationImportView }> {
    const { import: made, upload } = await api.imports.create.mutate({ fileName: 'export.json', size: bytes.length });
    const sent = await fetch(upload.uploadURL, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: upload.headers ?? {},
    });
    if (sent.status !== 200) throw new Error(`The upload returned ${sent.status}.`);
    const start = performance.now();
    await api.imports.read.mutate({ id: made.id });
    await ended(made.id, 'ready');
    const readS = (performance.now() - start) / 1000;
    await api.imports.run.mutate({ id: made.id });
    const stored = await ended(made.id, 'done');
    return { readS, storeS: (performance.now() - start) / 1000 - readS, stored };
  }

  const restingMs = familyCpuMs(server.pid);
  const { readS, storeS, stored } = await imported();
  const cpuS = (familyCpuMs(server.pid) - restingMs) / 1000;
  if (stored.conversations !== conversations || stored.messages !== conversations * exchanges * 2)
    throw new Error(`${stored.conversations} conversations and ${stored.messages} messages were stored.`);
  const again = await imported();
  if (again.stored.conversations !== 0) throw new Error('The same export was stored twice.');
  await server.stop();
  return [
    atMost(`${name}: preview and import`, readS + storeS, maxSeconds, 's'),
    known(`${name}: processor time of the server for it`, `${cpuS.toFixed(1)} s`),
    known(`${name}: of it the preview`, `${readS.toFixed(1)} s`),
    known(`${name}: steps of the progress seen`, String(positions.size)),
    known(`${name}: the same export again`, `${(again.readS + again.storeS).toFixed(1)} s`),
  ];
}

const embedded = await measure('embedded database', {});
const cluster = await startPostgres();
const postgres = await measure('PostgreSQL', { DATABASE_URL: await cluster.createDatabase('import') });
await cluster.stop();
const size = `${conversations} conversations, ${conversations * exchanges * 2} messages, ${(bytes.length / 1e6).toFixed(0)} MB`;
report(`Import of an export of ChatGPT: ${size}`, [...embedded, ...postgres]);
