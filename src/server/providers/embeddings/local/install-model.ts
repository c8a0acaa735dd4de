/**
 * Installs an embedding model into DATA_DIR/embeddings: from a folder or a URL, checked, and tested before it is used.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createEmbeddingProcess } from './embedding-process';
import { type Manifest, type ModelFile, manifestName, modelFiles, modelFolder } from './model-folder';

/** Larger than any model that a CPU can run on many files. */
const maxBytes = 2 * 1024 ** 3;
const requestMs = 30 * 60_000;
const trialMs = 120_000;

/** A problem with the given source, as a message for the operator. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable';
}

export interface ModelSource {
  /** A folder, or a URL that ends in a slash. */
  from: string;
  /** Path of the model file below it. The tokenizer's files are at the top. */
  modelPath: string;
  model: string;
  pooling: Manifest['pooling'];
  maxTokens: number;
  /** The expected checksums of the files. */
  expected: Partial<Record<ModelFile, string>>;
}

export interface InstallSettings {
  dataDir: string;
  memoryMb: number;
  report(message: string): void;
}

export async function installModel(source: ModelSource, { dataDir, memoryMb, report }: InstallSettings) {
  const folder = modelFolder(dataDir);
  const coming = `${folder}.new`;
  await rm(coming, { recursive: true, force: true });
  await mkdir(coming, { recursive: true, mode: 0o700 });
  try {
    const files = {} as Manifest['files'];
    for (const name of modelFiles) {
      const found = await fetchFile(source, name, path.join(coming, name));
      report(`${name}  ${found.bytes} bytes  SHA-256 ${found.hash}`);
      files[name] = checked(name, found.hash, source.expected[name]);
    }
    const { model, pooling, maxTokens } = source;
    const manifest: Manifest = { model, pooling, maxTokens, files };
    await writeFile(path.join(coming, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    const dimensions = await tryModel(coming, memoryMb);
    // A server that reads the folder in between briefly finds no model and uses keyword search only.
    await rm(folder, { recursive: true, force: true });
    await rename(coming, folder);
    return { dimensions };
  } finally {
    await rm(coming, { recursive: true, force: true });
  }
}

function checked(name: ModelFile, hash: string, expected: string | undefined): string {
  if (expected !== undefined && expected !== hash)
    throw new ModelUnusable(`${name} is not the expected file: its SHA-256 is ${hash}, not ${expected}.`);
  return hash;
}

async function fetchFile(source: ModelSource, name: ModelFile, target: string) {
  const sourcePath = name === 'model.onnx' ? source.modelPath : name;
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > maxBytes ? new ModelUnusable(`${sourcePath} is larger than ${maxBytes} bytes.`) : null, chunk);
    },
  });
  await pipeline(await open(source.from, sourcePath), counted, createWriteStream(target, { mode: 0o600 }));
  return { bytes, hash: hash.digest('hex') };
}

async function open(from: string, filePath: string): Promise<Readable> {
  if (!/^https?:/.test(from)) {
    const file = path.join(from, filePath);
    if (!(await stat(file).catch(() => null))?.isFile()) throw new ModelUnusable(`${file} does not exist.`);
    return createReadStream(file);
  }
  const url = new URL(filePath, from);
  const response = await fetch(url, { signal: AbortSignal.timeout(requestMs) }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new ModelUnusable(`${url} could not be downloaded (${reason}).`);
  });
  if (!response.ok || !response.body) throw new ModelUnusable(`${url} returned ${response.status}.`);
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
}

/** Returns the dimension of its vectors. */
async function tryModel(folder: string, memoryMb: number): Promise<number> {
  const program = createEmbeddingProcess({ folder, memoryMb, idleMs: trialMs });
  try {
    const { vectors } = await program.embed(['net sales'], 'question', AbortSignal.timeout(trialMs));
    return vectors[0]?.length ?? 0;
  } catch (error) {
    throw new ModelUnusable(`The model does not work. ${(error as Error).message}`);
  } finally {
    program.close();
  }
}
