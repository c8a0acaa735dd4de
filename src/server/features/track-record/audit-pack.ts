/**
 * A zip with everything an auditor needs, streamed while it is created, so that only one part of a list is in memory.
 * All of it is also published elsewhere.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Deps } from '~/server/deps';
import { sha256 } from '~/server/lib/hash';
import { ledgerHeader, ledgerRows } from '~/server/lib/ledger-file';
import { createZipStream } from '~/server/lib/zip-stream';
import { auditPackReadme } from './audit-pack-readme';
import { hashLine, readDailyHashes } from './daily-hashes';
import { readPricesFor } from './published-prices';
import { readBitcoinProofs, readOtsFile } from './read-bitcoin-proofs';
import { readTimestamps } from './read-timestamps';
import { readLedger } from './track-record.service';

/** `verifierFolder` contains the verification script, for the command line and as a page. */
export function createAuditPack(deps: Deps, verifierFolder: string, signal: AbortSignal): Readable {
  const zip = createZipStream(signal);
  addFiles(deps, verifierFolder, zip).catch((error) => zip.output.destroy(error));
  return zip.output;
}

async function addFiles(deps: Deps, verifierFolder: string, zip: ReturnType<typeof createZipStream>): Promise<void> {
  const read = (name: string) => readFile(path.join(verifierFolder, name));
  const [script, page] = await Promise.all([read('verify.mjs'), read('verify.html')]);
  // The timestamps first, so that every entry they refer to is in the ledger that follows.
  const timestamps = await addTimestamps(deps, zip);
  await zip.add('timestamps.json', [`[${timestamps.join(',\n')}]\n`]);
  await zip.add('bitcoin-proofs.json', [`[${(await addBitcoinProofs(deps, zip)).join(',\n')}]\n`]);
  await zip.add('ledger.csv', ledgerParts(deps));
  await zip.add('prices.json', priceParts(deps));
  await zip.add(
    'track-record-heads.txt',
    (await readDailyHashes(deps)).map((day) => `${hashLine(day)}\n`),
  );
  await zip.add('verify.mjs', [script.toString('utf8')]);
  await zip.add('verify.html', [page.toString('utf8')]);
  const hashes = { script: sha256(script), page: sha256(page) };
  await zip.add('README.txt', [auditPackReadme(deps.env, hashes)]);
  zip.end();
}

/** Writes each response as a file for openssl. Returns the rows of timestamps.json. */
async function addTimestamps(deps: Deps, zip: ReturnType<typeof createZipStream>): Promise<string[]> {
  const rows: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await readTimestamps(deps, { cursor, responses: true });
    for (const item of page.items) {
      rows.push(JSON.stringify(item));
      if (item.response) await zip.add(`timestamps/${item.id}.tsr`, bytesOf(item.response), { compress: false });
    }
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

/** Writes each proof as a file for an OpenTimestamps client. Returns the rows of bitcoin-proofs.json. */
async function addBitcoinProofs(deps: Deps, zip: ReturnType<typeof createZipStream>): Promise<string[]> {
  const rows: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await readBitcoinProofs(deps, { cursor });
    for (const item of page.items) {
      rows.push(JSON.stringify(item));
      if (item.submittedAt) await zip.add(`bitcoin/${item.id}.ots`, otsParts(deps, item.id), { compress: false });
    }
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

async function* otsParts(deps: Deps, id: string): AsyncIterable<Buffer> {
  const file = await readOtsFile(deps, id);
  if (file) yield file;
}

async function* bytesOf(base64: string): AsyncIterable<Buffer> {
  yield Buffer.from(base64, 'base64');
}

async function* ledgerParts(deps: Deps): AsyncIterable<string> {
  yield ledgerHeader;
  let cursor: string | null = null;
  do {
    const page = await readLedger(deps, { cursor });
    yield ledgerRows(page.entries);
    cursor = page.nextCursor;
  } while (cursor);
}

async function* priceParts(deps: Deps): AsyncIterable<string> {
  let cursor: string | null = null;
  for (let beginning = '['; beginning !== ''; ) {
    const part = await readPricesFor(deps, { isMember: false, cursor });
    yield beginning + JSON.stringify(part);
    cursor = part.nextCursor;
    beginning = cursor ? ',\n' : '';
  }
  yield ']\n';
}
