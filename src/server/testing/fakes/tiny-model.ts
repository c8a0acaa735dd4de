/**
 * An embedding model of a kilobyte, in the real format: it maps each word to a vector, and synonyms share one. So tests
 * can run the real tokenizer, runtime and process.
 */

import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256OfStream } from '~/server/lib/hash';
import { type Manifest, manifestName, modelFiles } from '~/server/providers/embeddings/local/model-folder';

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Writes the model's files, without their manifest. Each list is a concept with its synonyms. */
export function writeTinyModel(folder: string, concepts: readonly (readonly string[])[]): void {
  mkdirSync(folder, { recursive: true });
  const words = concepts.flatMap((list, concept) => list.map((word) => ({ word, concept })));
  const vocabulary = [...special, ...words.map(({ word }) => word)];
  const size = concepts.length + 1;
  // Words without a concept are slightly similar, as in real models.
  const row = (place: number) => Array.from({ length: size }, (_, index) => (index === place ? 1 : 0.01));
  const table = [...special.map(() => row(0)), ...words.map(({ concept }) => row(concept + 1))];
  writeFileSync(path.join(folder, 'model.onnx'), lookUpModel(table));
  writeFileSync(path.join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary)));
  writeFileSync(path.join(folder, 'tokenizer_config.json'), JSON.stringify({ tokenizer_class: 'BertTokenizer' }));
}

/** Describes the files as `npm run embeddings:install` does. */
export async function describeTinyModel(folder: string, change: Partial<Manifest> = {}): Promise<void> {
  const hashes = await Promise.all(
    modelFiles.map(async (name) => [name, await sha256OfStream(createReadStream(path.join(folder, name)))]),
  );
  const manifest = { model: 'tiny', pooling: 'mean', maxTokens: 64, files: Object.fromEntries(hashes), ...change };
  writeFileSync(path.join(folder, manifestName), JSON.stringify(manifest));
}

function tokenizerOf(vocabulary: readonly string[]): object {
  const idOf = (token: string) => vocabulary.indexOf(token);
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content) => ({
      ...{ id: idOf(content), content, special: true },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: {
      ...{ type: 'BertNormalizer', clean_text: true, lowercase: true },
      ...{ handle_chinese_chars: true, strip_accents: null },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [idOf(id)], tokens: [id] }])),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}

/** One `Gather` of the table's rows by the tokens, as ONNX's protocol buffers (onnx.proto names the fields). */
function lookUpModel(table: readonly (readonly number[])[]): Buffer {
  const int64 = 7;
  const float = 1;
  const values = Buffer.from(new Float32Array(table.flat()).buffer);
  const weights = [
    numberField(1, table.length),
    numberField(1, table[0]?.length ?? 0),
    numberField(2, float),
    bytesField(8, 'table'),
    bytesField(9, values),
  ];
  const node = [
    bytesField(1, 'table'),
    bytesField(1, 'input_ids'),
    bytesField(2, 'last_hidden_state'),
    bytesField(4, 'Gather'),
  ];
  const graph = [
    bytesField(1, Buffer.concat(node)),
    bytesField(2, 'tiny'),
    bytesField(5, Buffer.concat(weights)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
      bytesField(11, valueInfo(name, int64, ['b', 's'])),
    ),
    bytesField(12, valueInfo('last_hidden_state', float, ['b', 's', table[0]?.length ?? 0])),
  ];
  const opset = Buffer.concat([bytesField(1, ''), numberField(2, 13)]);
  return Buffer.concat([numberField(1, 8), bytesField(7, Buffer.concat(graph)), bytesField(8, opset)]);
}

function valueInfo(name: string, type: number, dimensions: readonly (string | number)[]): Buffer {
  const shape = dimensions.map((one) =>
    bytesField(1, typeof one === 'number' ? numberField(1, one) : bytesField(2, one)),
  );
  const tensor = Buffer.concat([numberField(1, type), bytesField(2, Buffer.concat(shape))]);
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))]);
}

const numberField = (field: number, value: number): Buffer => Buffer.from([...varint(field << 3), ...varint(value)]);

function bytesField(field: number, value: Buffer | string): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(content.length)]), content]);
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
