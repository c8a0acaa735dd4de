/**
 * What a backup is made of. A folder: `database/<table>.ndjson.gz`, one row a line; `objects/<ab>/<key>`, the files as
 * they are; `objects.ndjson`, their sizes and hashes; and this manifest, written last – a folder without one is no
 * backup. Every part is named here with its SHA-256, and the manifest holds its own.
 */

import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { sha256 } from '~/server/lib/hash';
import { OperatorError } from '~/server/operator/command';

export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const objectListName = 'objects.ndjson';

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the folder, with slashes, never out of it. */
const partPath = z.string().regex(/^[\w-]+(\/[\w-]+)*(\.ndjson(\.gz)?)?$/);
const identifier = z.string().regex(/^[A-Za-z_][\w$]*$/);
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
    /** Keys whose bytes the store did not have when they were to be copied. */
    missing: z.array(z.string()),
  }),
});

export type Manifest = z.infer<typeof bodySchema>;
export type TablePart = z.infer<typeof tableSchema>;
export type Part = z.infer<typeof part>;

export const objectLine = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,80}$/),
  bytes: z.number().int().min(0),
  sha256: hexHash,
});
export type ObjectLine = z.infer<typeof objectLine>;

export const fileOfObject = (key: string): string => `objects/${key.slice(0, 2)}/${key}`;

const seal = (body: Manifest) => sha256(JSON.stringify(body));

export async function writeManifest(folder: string, body: Manifest): Promise<void> {
  const file = path.join(folder, manifestName);
  await writeFile(`${file}.new`, `${JSON.stringify({ ...body, sha256: seal(body) }, null, 1)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestName);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new OperatorError(`${folder} does not contain a complete backup: ${manifestName} is missing.`);
  });
  const parsed = parse(text);
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
