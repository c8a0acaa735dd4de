/** Embeddings from the model in DATA_DIR/embeddings, without any external service. */
import type { Logger } from '~/server/lib/logger';
import { prefixesOf } from '~/server/providers/embeddings/prefixes';
import type { Embedded, Embedder } from '~/server/providers/embeddings/types';
import { createEmbeddingProcess, type EmbeddingProcess } from './embedding-process';
import { type InstalledModel, modelFolder, readInstalledModel } from './model-folder';

/** Few, so that a query does not wait long for earlier passages. */
const textsAtOnce = 4;
/** Only the beginning of a query as long as a document is used. */
const maxCharacters = 8000;
/** Long, because loading a model takes seconds. */
const idleMs = 15 * 60_000;
/** As long as loading takes, which the first query after an idle time waits for. */
const maxWaitMs = 8000;

export interface LocalEmbedding {
  /** Null if no model is installed. A newly installed model is loaded with the next text. */
  embedder(): Promise<Embedder | null>;
  close(): void;
}

export interface LocalSettings {
  dataDir: string;
  memoryMb: number;
  logger: Pick<Logger, 'warn'>;
}

export function createLocalEmbedding({ dataDir, memoryMb, logger }: LocalSettings): LocalEmbedding {
  const folder = modelFolder(dataDir);
  let known: { id: string; program: EmbeddingProcess } | undefined;

  const programOf = ({ id }: InstalledModel): EmbeddingProcess => {
    if (known?.id === id) return known.program;
    known?.program.close();
    known = { id, program: createEmbeddingProcess({ folder, memoryMb, idleMs }) };
    return known.program;
  };
  return {
    async embedder() {
      try {
        const model = await readInstalledModel(folder);
        return model && embedderOf(model, programOf(model));
      } catch (error) {
        logger.warn({ err: error }, 'the local embedding model cannot be used');
        return null;
      }
    },
    close() {
      known?.program.close();
      known = undefined;
    },
  };
}

function embedderOf({ id, model }: InstalledModel, program: EmbeddingProcess): Embedder {
  const prefixes = prefixesOf(model);
  const prepared = (prefix: string, text: string) => prefix + text.slice(0, maxCharacters);
  return {
    model: id,
    maxWaitMs,
    async embedPassages(texts, signal) {
      const made: Embedded = { vectors: [], tokens: { reported: 0, unreported: [] } };
      for (let from = 0; from < texts.length; from += textsAtOnce) {
        const batch = texts.slice(from, from + textsAtOnce).map((text) => prepared(prefixes.passage, text));
        const { vectors, tokens } = await program.embed(batch, 'passages', signal);
        made.vectors.push(...vectors.map((vector) => Array.from(vector)));
        made.tokens.reported += tokens;
      }
      return made;
    },
    async embedQuestion(text, signal) {
      const { vectors, tokens } = await program.embed([prepared(prefixes.question, text)], 'question', signal);
      return { vector: Array.from(vectors[0] ?? []), tokens: { reported: tokens, unreported: [] } };
    },
  };
}
