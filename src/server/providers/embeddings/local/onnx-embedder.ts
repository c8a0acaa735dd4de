/**
 * Runs an embedding model: texts become tokens, the model computes a vector per token, and these are pooled to one per
 * text.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { changedFiles, type InstalledModel } from './model-folder';

export interface LocalVectors {
  vectors: Float32Array[];
  /** Number of tokens that the model has read. */
  tokens: number;
}

export interface OnnxEmbedder {
  embed(texts: readonly string[]): Promise<LocalVectors>;
}

/** Output names used by exports, in order of preference. */
const outputNames = ['last_hidden_state', 'token_embeddings'];

export async function loadOnnxEmbedder(model: InstalledModel): Promise<OnnxEmbedder> {
  const changed = await changedFiles(model);
  if (changed.length > 0) throw new Error(`Not the installed files: ${changed.join(', ')}.`);
  const json = async (name: string) => JSON.parse(await readFile(path.join(model.folder, name), 'utf8')) as object;
  const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  env.wasm.wasmBinary = await readRuntime();
  // More threads would need a separate program file; this whole process already runs beside the server.
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(await readFile(path.join(model.folder, 'model.onnx')));
  const output = outputNames.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? '';
  return {
    async embed(texts) {
      const ids = texts.map((text) => cut(tokenizer.encode(text).ids, model.maxTokens));
      const length = Math.max(1, ...ids.map((list) => list.length));
      const result = (await session.run(inputsOf(session.inputNames, ids, length)))[output];
      const vectors = pooled(result, ids, length, model.pooling);
      return { vectors, tokens: ids.reduce((sum, list) => sum + list.length, 0) };
    },
  };
}

/** Keeps the last token, which closes the text for models that have such a token. */
const cut = (ids: number[], max: number): number[] =>
  ids.length <= max ? ids : [...ids.slice(0, max - 1), ...ids.slice(-1)];

/** Shorter texts are padded; the mask marks the tokens that count. */
function inputsOf(names: readonly string[], ids: number[][], length: number): Record<string, Tensor> {
  const filled = (valueAt: (list: number[], place: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(ids.flatMap((list) => Array.from({ length }, (_, place) => BigInt(valueAt(list, place))))),
      [ids.length, length],
    );
  const made: Record<string, () => Tensor> = {
    input_ids: () => filled((list, place) => list[place] ?? 0),
    attention_mask: () => filled((list, place) => (place < list.length ? 1 : 0)),
    token_type_ids: () => filled(() => 0),
  };
  return Object.fromEntries(
    names.map((name) => {
      const make = made[name];
      if (!make) throw new Error(`The model needs an input that texts do not have: ${name}.`);
      return [name, make()];
    }),
  );
}

function pooled(
  result: Tensor | undefined,
  ids: number[][],
  length: number,
  pooling: InstalledModel['pooling'],
): Float32Array[] {
  const [texts, tokens, size = 0] = result?.dims ?? [];
  if (result?.type !== 'float32' || texts !== ids.length || tokens !== length || size === 0)
    throw new Error('The model does not return a vector for each token.');
  const values = result.data as Float32Array;
  return ids.map((list, text) => {
    const vector = new Float32Array(size);
    const counted = pooling === 'cls' ? Math.min(1, list.length) : list.length;
    for (let token = 0; token < counted; token++) {
      const from = (text * length + token) * size;
      for (let place = 0; place < size; place++) vector[place] = (vector[place] ?? 0) + (values[from + place] ?? 0);
    }
    return normalized(vector);
  });
}

function normalized(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  if (!Number.isFinite(norm)) throw new Error('The model returned a vector that is not finite.');
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

const runtimeName = 'ort-wasm-simd-threaded.wasm';

/** Beside the built program, which keeps it compressed, or in the package when run from source. */
async function readRuntime(): Promise<Buffer> {
  if (!import.meta.filename.endsWith('.ts'))
    return brotliDecompressSync(await readFile(path.join(import.meta.dirname, `${runtimeName}.br`)));
  return readFile(path.join(path.dirname(createRequire(import.meta.filename).resolve('onnxruntime-web')), runtimeName));
}
