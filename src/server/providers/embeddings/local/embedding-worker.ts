/**
 * The program that runs the embedding model of DATA_DIR in a separate process, so that computing vectors never blocks
 * the server. It has no access to the database or secrets.
 */
import { setPriority } from 'node:os';
import { startMemoryGuard } from '~/server/reading/pool/memory-guard';
import { readInstalledModel } from './model-folder';
import { loadOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder';

export interface EmbeddingRequest {
  id: number;
  texts: string[];
}

export type EmbeddingReply =
  | { id: number; vectors: Float32Array[]; tokens: number; error?: undefined }
  | { id: number; error: string };

/** Lower CPU priority, because users' answers matter more. */
const lowerPriority = 5;
const [, , folder = '', memoryMb = ''] = process.argv;

let loading: Promise<OnnxEmbedder> | undefined;

async function load(): Promise<OnnxEmbedder> {
  const model = await readInstalledModel(folder);
  if (!model) throw new Error('No embedding model is installed.');
  return loadOnnxEmbedder(model);
}

async function answer({ id, texts }: EmbeddingRequest): Promise<EmbeddingReply> {
  try {
    loading ??= load();
    return { id, ...(await (await loading).embed(texts)) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: EmbeddingRequest) => void answer(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches every process of a terminal; the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

setPriority(lowerPriority);
startMemoryGuard(Number(memoryMb));
