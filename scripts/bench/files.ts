/**
 * File uploads and processing: five uploads of 10 MB compared to `cp` of the same bytes, and 20 PDFs of 100 pages
 * compared to the bare library in one process. Also measures the server's memory.
 * Usage: npx tsx scripts/bench/files.ts
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { makePdf, pngOfSize } from '~/server/testing/inputs/make-files';
import { residentMb, temporaryFolder } from './lib/child';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { known, report } from './lib/report';
import { startServer } from './lib/server';
import { uploadFile } from './lib/upload';

const uploads = 5;
const uploadBytes = 10_485_760;
const pdfs = 20;
const pages = 100;

const folder = temporaryFolder();
const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('files');
const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
const pool = new pg.Pool({ connectionString: databaseUrl });
const [person] = await insertPeople(pool, 1);
if (!person) throw new Error('no user to upload');

const upload = (bytes: Buffer, name: string) => uploadFile(server.url, person.cookie, bytes, name);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let peak = 0;
const watching = setInterval(() => {
  peak = Math.max(peak, residentMb(server.pid));
}, 50);

// A tiny image followed by noise: 10 MB of real bytes that are processed quickly.
const big = Buffer.concat([pngOfSize(1, 1), randomBytes(uploadBytes)]).subarray(0, uploadBytes);
const source = path.join(folder, 'source');
writeFileSync(source, big);
await upload(big, 'warm.png');
const restingMb = residentMb(server.pid);
peak = 0;
const uploadMs = await timed(async () => {
  for (let index = 0; index < uploads; index++) await upload(big, `big-${index}.png`);
});
const copyMs = await timed(async () => {
  for (let index = 0; index < uploads; index++) copyFileSync(source, `${source}-${index}`);
});
const uploadPeak = peak;

const words = 'Revenue grew by four percent while costs fell and the outlook for the year remained unchanged.';
const pdf = makePdf(
  Array.from({ length: pages }, (_, page) => Array.from({ length: 30 }, (_, line) => `${page}.${line} ${words}`)),
);
const bareMs = await timed(async () => {
  for (let index = 0; index < pdfs; index++)
    await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
});
peak = 0;
const readMs = await timed(async () => {
  const ids: string[] = [];
  for (let index = 0; index < pdfs; index++) ids.push(await upload(pdf, `report-${index}.pdf`));
  for (;;) {
    const { rows } = await pool.query("SELECT 1 FROM objects WHERE id = ANY($1) AND read_state <> 'ready'", [ids]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});
clearInterval(watching);

report(`Files: ${uploads} uploads of 10 MB, ${pdfs} PDFs of ${pages} pages`, [
  known(
    'uploads, against cp',
    `${(uploadMs / copyMs).toFixed(1)} × (${uploadMs.toFixed(0)} ms : ${copyMs.toFixed(0)} ms)`,
  ),
  known(
    'PDFs uploaded, read and cut into passages, against the bare library',
    `${(readMs / bareMs).toFixed(2)} × (${readMs.toFixed(0)} ms : ${bareMs.toFixed(0)} ms)`,
  ),
  known(
    'memory of the server',
    `${restingMb.toFixed(0)} MB before, ${uploadPeak.toFixed(0)} MB at most while uploading, ${peak.toFixed(0)} MB while reading`,
  ),
]);

await pool.end();
await server.stop();
await cluster.stop();
process.exit();
