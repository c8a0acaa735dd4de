/**
 * Replaces the extracted summary and keywords of a document with those of an AI model, once per version of its text.
 * Without a model, a budget or a usable text, the extracted ones stay.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { AppError } from '~/server/lib/errors';
import { charactersIn } from '~/server/lib/tokens/tokens-about';
import { ModelError } from '~/server/providers/llm/types';
import type { Description } from './clean-description';
import { maxTokens, writeDescription } from './write-description';

/** A shorter text needs no summary. */
export const minDescribed = 400;

const payload = z.object({ objectId: z.uuid() });
type DescribeDocument = z.infer<typeof payload>;

export const describeDocumentJob: JobKind<Deps, DescribeDocument> = defineJob<Deps, DescribeDocument>({
  kind: 'document.describe',
  payload,
  attempts: 3,
  firstPauseMs: 5000,
  run: describeDocument,
});

async function describeDocument(deps: Deps, { objectId }: DescribeDocument, context: JobContext): Promise<void> {
  const found = await readUndescribed(deps, objectId);
  const chosen = found && (await defaultModel(deps, found));
  if (!found || !chosen?.model.isConnected) return;
  const key = `description:${objectId}:${randomUUID()}`;
  const use = { key, userId: found.userId, purpose: 'description' as const, chosen };
  try {
    const description = await writeDescription(deps, use, found, context.signal);
    if (description) await storeDescription(deps, objectId, description);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.isTransient && !context.isLastAttempt) throw error;
    deps.logger.info({ err: error, objectId }, 'a model could not describe a document');
  }
}

interface Undescribed {
  userId: string;
  isAdmin: boolean;
  title: string;
  text: string;
}

/** Undefined if the text was replaced or deleted, or already has a description by a model. */
async function readUndescribed({ db }: Deps, objectId: string) {
  const [row] = await db.sql<Undescribed>`
    SELECT u.id AS "userId", u.is_admin AS "isAdmin", d.title, left(o.extracted_text, ${charactersIn(maxTokens)}::int) AS text
    FROM objects o JOIN collection_documents d ON d.object_id = o.id
    JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL AND NOT u.is_locked
    WHERE o.id = ${objectId}::uuid AND o.read_state = 'ready' AND d.metadata->>'describedBy' IS NULL
      AND length(o.extracted_text) >= ${minDescribed}::int`;
  return row;
}

/** Null if the user has no model. */
async function defaultModel({ models }: Deps, { userId, isAdmin }: Undescribed): Promise<ChosenModel | null> {
  try {
    return await models.choose({ id: userId, isAdmin });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Only updates the document if it still has the text that was described. */
const storeDescription = ({ db }: Deps, objectId: string, description: Description) => db.sql`
  UPDATE collection_documents
  SET metadata = metadata || ${JSON.stringify({ ...description, describedBy: 'model' })}::jsonb
  WHERE object_id = ${objectId}::uuid AND metadata->>'describedBy' IS NULL`;
