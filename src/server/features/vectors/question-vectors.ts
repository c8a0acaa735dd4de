/** Vectors of search queries: each is requested once, and its tokens count as usage of the user. */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '~/server/db/client';
import type { UsageLedger } from '~/server/generation/usage-ledger-types';
import type { Background } from '~/server/lib/background';
import type { Logger } from '~/server/lib/logger';
import type { EmbeddingTokens } from '~/server/providers/embeddings/types';
import type { CountedEmbedder, Requester } from '~/server/retrieval/vector-search';
import { usageOfVectors } from './embedding-usage';

/** Queries repeat with each search of an answer, and for other files. */
const keptQuestions = 200;

interface QuestionSettings {
  database: { db: Database };
  logger: Logger;
  usage: UsageLedger;
  background: Background;
}

type WithTimeout = <T>(work: (signal: AbortSignal) => Promise<T>, ms: number | undefined) => Promise<T | null>;

export function createQuestionVectors(settings: QuestionSettings, withTimeout: WithTimeout) {
  const questions = new LRUCache<string, number[]>({ max: keptQuestions });
  const pending = new Map<string, Promise<number[] | null>>();

  const ask = (model: CountedEmbedder, question: string, requester: Requester) =>
    withTimeout(async (signal) => {
      const { vector, tokens } = await model.embedQuestion(question, signal);
      recordQuestion(settings, model, tokens, requester);
      return vector;
    }, model.maxWaitMs);
  /** Concurrent searches of files and collections for the same query share one request. */
  return (model: CountedEmbedder, question: string, requester: Requester): Promise<number[] | null> => {
    const key = `${model.model}\n${question}`;
    const known = questions.get(key);
    if (known) return Promise.resolve(known);
    const asking = pending.get(key);
    if (asking) return asking;
    const made = ask(model, question, requester)
      .then((vector) => {
        if (vector) questions.set(key, vector);
        return vector;
      })
      .finally(() => pending.delete(key));
    pending.set(key, made);
    return made;
  };
}

/** Runs after the query has its vector, which does not wait for this. */
function recordQuestion(
  { database: { db }, usage, background, logger }: QuestionSettings,
  { counted: chosen }: CountedEmbedder,
  tokens: EmbeddingTokens,
  requester: Requester,
): void {
  background.run('recording the tokens of a vector', async () => {
    const userId = await userOf(db, requester);
    if (userId === null) return;
    const used = await usageOfVectors(tokens, logger);
    await usage.record({ key: `embedding:${randomUUID()}`, userId, purpose: 'embedding', chosen }, used);
  });
}

async function userOf(db: Database, requester: Requester): Promise<string | null> {
  if ('userId' in requester) return requester.userId;
  const conversation = { id: requester.conversationId };
  return (await db.conversation.findUnique({ where: conversation, select: { userId: true } }))?.userId ?? null;
}
