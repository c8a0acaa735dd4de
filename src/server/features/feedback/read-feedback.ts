/** Feedback for administrators: totals by model and reason, and comments without their authors and answers. */
import type { Deps } from '~/server/deps';
import { decodeCursor, encodeCursor, pageOf } from '~/server/lib/cursor';
import type { FeedbackReason } from '~/shared/feedback-reasons';
import type { CommentPage, FeedbackComment, FeedbackSummary, ListCommentsInput } from '~/shared/schemas/feedback';
import type { Period } from '~/shared/schemas/usage';

const maxModels = 100;

type CountRow = { up: number; down: number } & Record<FeedbackReason, number> & {
    /** Null for all models together. */
    model: string | null;
    modelName: string;
  };

/** Counted by the UTC day on which feedback was given or last changed. */
export async function readFeedbackSummary({ db }: Pick<Deps, 'db'>, { from, to }: Period): Promise<FeedbackSummary> {
  const rows = await db.sql<CountRow>`
    SELECT model, max(model_name) AS "modelName", count(*) FILTER (WHERE rating = 'up')::int AS up,
           count(*) FILTER (WHERE rating = 'down')::int AS down,
           count(*) FILTER (WHERE 'incorrect' = ANY(reasons))::int AS incorrect,
           count(*) FILTER (WHERE 'unsupported' = ANY(reasons))::int AS unsupported,
           count(*) FILTER (WHERE 'instructions' = ANY(reasons))::int AS instructions,
           count(*) FILTER (WHERE 'length' = ANY(reasons))::int AS "length",
           count(*) FILTER (WHERE 'other' = ANY(reasons))::int AS other
    FROM answer_feedback
    WHERE updated_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      AND updated_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY GROUPING SETS ((model), ())
    ORDER BY model IS NOT NULL, count(*) DESC, model LIMIT ${maxModels + 1}::int`;
  const [total, ...models] = rows.map(({ up, down, model, modelName, ...reasons }) => ({
    model: model ?? '',
    modelName,
    up,
    down,
    reasons,
  }));
  const { up = 0, down = 0, reasons = noReasons } = total ?? {};
  return { from, to, total: { up, down, reasons }, models };
}

const noReasons: Record<FeedbackReason, number> = {
  incorrect: 0,
  unsupported: 0,
  instructions: 0,
  length: 0,
  other: 0,
};

/** Latest first, without accounts that are being deleted. */
export async function listComments(
  { db }: Pick<Deps, 'db'>,
  { from, to, cursor, limit }: ListCommentsInput,
): Promise<CommentPage> {
  const after = cursor ? decodeCursor(cursor) : null;
  const rows = await db.sql<FeedbackComment>`
    SELECT f.id, f.model, f.model_name AS "modelName", f.reasons, f.comment, f.updated_at AS "updatedAt"
    FROM answer_feedback f JOIN users u ON u.id = f.user_id AND u.deleted_at IS NULL
    WHERE f.comment <> '' AND f.updated_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      AND f.updated_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND (${after === null}::boolean OR f.updated_at < ${after?.time ?? null}
           OR (f.updated_at = ${after?.time ?? null} AND f.id > ${after?.id ?? null}::uuid))
    ORDER BY f.updated_at DESC, f.id LIMIT ${limit + 1}::int`;
  return pageOf(rows, limit, ({ updatedAt, id }) => encodeCursor(updatedAt, id));
}
