/** Usage per user, model and day, page by page: for administrators, and for files. */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { badCursor, decodeTextCursor, encodeTextCursor, pageOf } from '~/server/lib/cursor';
import { day as daySchema } from '~/shared/schemas/output';
import type { Period, UsageExportInput, UsagePage, UsagePageInput, UsageRow } from '~/shared/schemas/usage';
import { type SumRow, sumsOf } from './usage-sums';

interface PageOptions {
  /** Only this user. */
  userId?: string;
  cursor?: string | null | undefined;
  limit: number;
}

export const listUsage = (deps: Deps, input: UsagePageInput): Promise<UsagePage> => readPage(deps, input, input);

/** Rows per part of a file. */
const exportRows = 1000;

/** A part of the file for administrators. The first part is recorded in the audit log. */
export async function exportUsage(deps: Deps, { by, caller }: Acting, input: UsageExportInput): Promise<UsagePage> {
  const { from, to, cursor } = input;
  const page = await readPage(deps, input, { cursor, limit: exportRows });
  if (!cursor) await recordAudit(deps, { kind: 'usage-exported', actor: by, details: { from, to }, caller });
  return page;
}

const allTime: Period = { from: '0001-01-01', to: '9999-12-31' };

/** All usage of a user, for their data export. */
export async function* usageOf(deps: Deps, userId: string): AsyncGenerator<UsageRow> {
  let cursor: string | null = null;
  do {
    const page: UsagePage = await readPage(deps, allTime, { userId, cursor, limit: exportRows });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor);
}

type ListedRow = SumRow & Pick<UsageRow, 'day' | 'userId' | 'email' | 'model' | 'modelName'>;

/** Newest day first, by keyset pagination. */
async function readPage(
  { db }: Pick<Deps, 'db'>,
  { from, to }: Period,
  { userId = undefined, cursor, limit }: PageOptions,
): Promise<UsagePage> {
  const after = cursor ? readCursor(cursor) : null;
  const rows = await db.sql<ListedRow>`
    SELECT d.day::text AS day, d.user_id AS "userId", u.email, d.model, d.model_name AS "modelName", d.requests::text AS requests,
           d.unknown_requests::text AS "unknownRequests", d.unpriced_requests::text AS "unpricedRequests",
           d.estimated_requests::text AS "estimatedRequests",
           d.input_tokens::text AS "inputTokens", d.output_tokens::text AS "outputTokens",
           d.reasoning_tokens::text AS "reasoningTokens", d.cached_tokens::text AS "cachedTokens",
           trim_scale(d.cost)::text AS cost
    FROM usage_days d LEFT JOIN users u ON u.id = d.user_id AND u.deleted_at IS NULL
    WHERE d.day BETWEEN ${from}::date AND ${to}::date AND (${userId ?? null}::uuid IS NULL OR d.user_id = ${userId ?? null}::uuid)
      AND (${after === null} OR d.day < ${after?.day ?? null}::date OR (d.day = ${after?.day ?? null}::date
           AND (d.user_id, d.model COLLATE "C") > (${after?.userId ?? null}::uuid, ${after?.model ?? null}::text COLLATE "C")))
    ORDER BY d.day DESC, d.user_id, d.model COLLATE "C" LIMIT ${limit + 1}`;
  const page = pageOf(rows, limit, (last) => encodeTextCursor('usage', `${last.day}${last.model}`, last.userId));
  const items = page.items.map((row): UsageRow => {
    const { day, userId: of, email, model, modelName } = row;
    return { day, userId: of, email, model, modelName, ...sumsOf(row) };
  });
  return { items, nextCursor: page.nextCursor };
}

const dayLength = '2026-01-31'.length;

function readCursor(cursor: string): { day: string; model: string; userId: string } {
  const { key, id: userId } = decodeTextCursor('usage', cursor);
  const day = daySchema.safeParse(key.slice(0, dayLength));
  if (!day.success) throw badCursor();
  return { day: day.data, model: key.slice(dayLength), userId };
}
