/** npm run embeddings:install: installs a model for semantic search in the data folder. */
import type { Io } from '~/server/lib/command-output';
import { OperatorError } from '~/server/lib/operator-error';
import { runCommand } from '~/server/operator/command';
import { settings } from '~/server/operator/open';
import { installModel, type ModelSource, ModelUnusable } from '~/server/providers/embeddings/local/install-model';
import { type ModelFile, modelFiles, poolings, sha256 } from '~/server/providers/embeddings/local/model-folder';

/** Small, MIT-licensed and multilingual (about 100 languages); 118 MB quantized to 8 bits. */
const standard = {
  model: 'multilingual-e5-small',
  from: 'https://huggingface.co/Xenova/multilingual-e5-small/resolve/main/',
  path: 'onnx/model_quantized.onnx',
  maxTokens: 512,
};

await runCommand({
  name: 'embeddings:install',
  summary: 'puts a model for search by meaning into the data folder',
  notes: [
    `Downloads ${standard.model} (about 140 MB), or takes another ONNX model from an address or a folder. Checksums are\nprinted and kept, and the server uses no other files. Compare them with those of the publisher, or pass them with\n--sha256: this version has no checksums of its own.\nA running server uses the model within a minute.`,
  ],
  options: {
    from: { type: 'string', value: 'address', help: `where the files are; by default ${standard.from}` },
    path: { type: 'string', value: 'path', help: `the model below it; by default ${standard.path}` },
    model: { type: 'string', value: 'name', help: `the name of the model; by default ${standard.model}` },
    pooling: {
      type: 'string',
      value: 'kind',
      help: `${poolings.join(' or ')}, as the model's card says; by default mean`,
    },
    sha256: {
      type: 'string',
      value: 'list',
      help: 'the expected checksums, as model.onnx=<hex>,tokenizer.json=<hex>',
    },
  },
  async run(values, io) {
    const pooling = poolings.find((kind) => kind === (values.pooling ?? 'mean'));
    if (!pooling) throw new OperatorError(`--pooling must be ${poolings.join(' or ')}.`);
    const from = values.from ?? standard.from;
    await install(
      {
        from: /^https?:/.test(from) && !from.endsWith('/') ? `${from}/` : from,
        modelPath: values.path ?? standard.path,
        model: values.model ?? standard.model,
        pooling,
        maxTokens: standard.maxTokens,
        expected: checksums(values.sha256 ?? ''),
      },
      io,
    );
    return true;
  },
});

async function install(source: ModelSource, io: Io): Promise<void> {
  const env = settings();
  try {
    const { dimensions } = await installModel(source, {
      dataDir: env.DATA_DIR,
      memoryMb: env.EMBEDDINGS_MEMORY_MB,
      report: io.print,
    });
    const unchecked = modelFiles.filter((name) => source.expected[name] === undefined);
    if (unchecked.length > 0) io.warn(`Without an expected checksum: ${unchecked.join(', ')}.`);
    io.print(`${source.model} is installed. Its vectors have ${dimensions} numbers.`);
  } catch (error) {
    throw error instanceof ModelUnusable ? new OperatorError(error.message) : error;
  }
}

function checksums(list: string): Partial<Record<ModelFile, string>> {
  const pairs = list.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', hash = ''] = pair.split('=').map((part) => part.trim());
      const file = modelFiles.find((known) => known === name);
      if (!file) throw new OperatorError(`--sha256 names ${name}. The files are ${modelFiles.join(', ')}.`);
      const { data } = sha256.safeParse(hash.toLowerCase());
      if (!data) throw new OperatorError(`--sha256: the checksum of ${name} must have 64 hexadecimal digits.`);
      return [file, data];
    }),
  );
}
