/** Vectors from the model in DATA_DIR/embeddings, without any service. */
import type { Logger } from '~/server/lib/logger';
import { prefixesOf } from '~/server/providers/embeddings/prefixes';
import type { Embedded, Embedder } from '~/server/providers/embeddings/types';
import { createEmbeddingProcess, type EmbeddingProcess } from './embedding-process';
import { type InstalledModel, modelFolder, readInstalledModel } from './model-folder';

/** A few, so that a question does not wait long for passages that came before it. */
const textsAtOnce = 4;
/** A question as long as a document is searched for by its beginning. */
const mostCharacters = 8000;
/** Loading a model takes seconds. */
const idleMs = 15 * 60_000;
/** As long as loading takes: the first question after an idle time waits for it. */
const patienceMs = 8000;

export interface LocalEmbedding {
  /** Null when no model is installed. Another model than before is loaded by the next text. */
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
  const prepared = (prefix: string, text: string) => prefix + text.slice(0, mostCharacters);
  return {
    model: id,
    patienceMs,
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
