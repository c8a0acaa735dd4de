/**
 * The format of a backup. A folder with `database/<table>.ndjson.gz`, one row a line; `objects/<ab>/<key>`, the files
 * as they are; `objects.ndjson`, their sizes and hashes; and this manifest, which is written last: a folder without one
 * is not a backup. It lists every part with its SHA-256, and contains its own.
 */

import { rename } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { AgeError } from '~/server/lib/age/age-keys';
import { sha256 } from '~/server/lib/hash';
import { OperatorError } from '~/server/lib/operator-error';
import { openKey } from './backup-key';
import { type BackupFolder, linesOf, pathOfPart, readPart, writePart } from './parts';
import { plainName } from './tables';

export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const objectListName = 'objects.ndjson';

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
/** Relative to the folder, with slashes, without parent folders. */
const partPath = z.string().regex(/^[\w-]+(\/[\w-]+)*(\.ndjson(\.gz)?)?$/);
const identifier = z.string().regex(plainName);
const part = z.object({ file: partPath, bytes: z.number().int().min(0), sha256: hexHash });

const tableSchema = part.extend({
  name: identifier,
  /** In the order of each row's values. */
  columns: z.array(identifier).min(1),
  rows: z.number().int().min(0),
});

const bodySchema = z.object({
  format: z.literal('qinsight-backup'),
  formatVersion: z.literal(formatVersion),
  createdAt: z.string(),
  productVersion: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    version: z.string(),
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
    tables: z.array(tableSchema),
    sequences: z.array(
      z.object({
        table: identifier,
        column: identifier,
        lastValue: z.string().regex(/^-?\d+$/),
        isCalled: z.boolean(),
      }),
    ),
  }),
  objects: part.extend({
    count: z.number().int().min(0),
    totalBytes: z.number().int().min(0),
    /** Keys that the storage did not have when they were to be copied. */
    missing: z.array(z.string()),
  }),
});

export type Manifest = z.infer<typeof bodySchema>;

const objectLine = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,80}$/),
  bytes: z.number().int().min(0),
  sha256: hexHash,
});
export type ObjectLine = z.infer<typeof objectLine>;

export const fileOfObject = (key: string): string => `objects/${key.slice(0, 2)}/${key}`;

export async function* objectsOf(folder: BackupFolder, file: string): AsyncGenerator<ObjectLine> {
  for await (const line of linesOf(folder, file)) yield objectLine.parse(JSON.parse(line));
}

const seal = (body: Manifest) => sha256(JSON.stringify(body));

export async function writeManifest(folder: BackupFolder, body: Manifest): Promise<void> {
  const text = `${JSON.stringify({ ...body, sha256: seal(body) }, null, 1)}\n`;
  await writePart(folder, `${manifestName}.new`, [text]);
  await rename(pathOfPart(folder, `${manifestName}.new`), pathOfPart(folder, manifestName));
}

/** Opens a backup and reads its manifest. */
export async function openBackup(
  path: string,
  passphrase: string | undefined,
): Promise<{ folder: BackupFolder; manifest: Manifest }> {
  const folder = { path, identity: await openKey(path, passphrase) };
  return { folder, manifest: await readManifest(folder) };
}

/** Throws an OperatorError if it is missing, damaged, or encrypted with another key. */
export async function readManifest(folder: BackupFolder): Promise<Manifest> {
  const file = pathOfPart(folder, manifestName);
  const bytes = await buffer(readPart(folder, manifestName)).catch((error) => {
    if (error instanceof AgeError)
      throw new OperatorError(`${file} was changed or damaged: ${error.message} Nothing was restored.`);
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new OperatorError(`${folder.path} does not contain a complete backup: ${manifestName} is missing.`);
  });
  const parsed = parse(bytes.toString('utf8'));
  if (parsed && 'formatVersion' in parsed && parsed.formatVersion !== formatVersion)
    throw new OperatorError(
      `This backup has format ${parsed.formatVersion}, but this version reads format ${formatVersion}.`,
    );
  const body = bodySchema.safeParse(parsed);
  if (!body.success || !parsed || parsed.sha256 !== seal(body.data))
    throw new OperatorError(`${file} was changed or damaged: it does not match its own SHA-256. Nothing was restored.`);
  return body.data;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
