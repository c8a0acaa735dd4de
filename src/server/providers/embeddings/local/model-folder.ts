/**
 * The embedding model in DATA_DIR/embeddings: the files installed by `npm run embeddings:install`, and their manifest.
 */

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { sha256OfStream } from '~/server/lib/hash';

export const manifestName = 'embeddings.json';
/** File names in the folder. Common ONNX exports of sentence embedding models consist of these. */
export const modelFiles = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json'] as const;
export type ModelFile = (typeof modelFiles)[number];

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'use 64 hexadecimal digits');
/** How token vectors become one vector: their mean, or the first token's. */
export const poolings = ['mean', 'cls'] as const;

const manifest = z.object({
  model: z.string().min(1).max(100),
  pooling: z.enum(poolings),
  maxTokens: z.int().min(16).max(8192),
  files: z.record(z.enum(modelFiles), sha256),
});
export type Manifest = z.infer<typeof manifest>;

export interface InstalledModel extends Manifest {
  folder: string;
  /** Includes the model file's hash, because another file of the same name computes other vectors. */
  id: string;
}

export const modelFolder = (dataDir: string): string => path.join(dataDir, 'embeddings');

/** Null if no model is installed. Throws for an invalid manifest. */
export async function readInstalledModel(folder: string): Promise<InstalledModel | null> {
  const content = await readFile(path.join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (content === null) return null;
  const read = manifest.parse(JSON.parse(content));
  return { ...read, folder, id: `${read.model}@${read.files['model.onnx'].slice(0, 8)}` };
}

/** The names of files that are missing or differ from the installed ones. */
export async function changedFiles({ folder, files }: InstalledModel): Promise<ModelFile[]> {
  const hashes = await Promise.all(
    modelFiles.map((name) => sha256OfStream(createReadStream(path.join(folder, name))).catch(() => null)),
  );
  return modelFiles.filter((name, index) => hashes[index] !== files[name]);
}
