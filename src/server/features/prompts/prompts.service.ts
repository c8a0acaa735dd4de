import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type AuditCaller, recordAudit } from '~/server/features/audit/audit.service';
import { decodeTextCursor, encodeTextCursor, pageOf } from '~/server/lib/cursor';
import { forbidden } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import type { AuditKind } from '~/shared/schemas/audit';
import type {
  CreatePromptInput,
  ListPromptsInput,
  Prompt,
  PromptPage,
  UpdatePromptInput,
} from '~/shared/schemas/prompts';
import { assertEditable, type Reader } from './prompt-access';
import { promptNotFound, tooManyPrompts } from './prompts.errors';

export interface ActingReader {
  by: Reader;
  caller: AuditCaller | null;
}

type Row = Omit<Prompt, 'mayEdit'> & { key: string };

/** More search words would only make the query slower. */
const maxWords = 8;
const wordsOf = (search = '') => search.split(/\s+/).filter(Boolean).slice(0, maxWords);

/** The user's own and the organization-wide prompts, sorted by title. */
export async function listPrompts(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  { search, scope, cursor, limit }: ListPromptsInput,
): Promise<PromptPage> {
  const after = cursor ? decodeTextCursor('prompts', cursor) : null;
  const rows = await db.sql<Row>`
    SELECT id, CASE WHEN user_id IS NULL THEN 'organization' ELSE 'personal' END AS scope, title, text,
           lower(title) AS key, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM prompts
    WHERE (user_id = ${reader.id}::uuid OR user_id IS NULL) AND discarded_at IS NULL
      AND (${scope ?? null}::text IS NULL OR (user_id IS NULL) = (${scope ?? null}::text = 'organization'))
      AND (${after === null}::boolean
           OR (lower(title) COLLATE "C", id) > (${after?.key ?? null}::text COLLATE "C", ${after?.id ?? null}::uuid))
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements_text(${JSON.stringify(wordsOf(search))}::jsonb) AS word
        WHERE strpos(name_key(title, text), name_key(word, NULL)) = 0)
    ORDER BY lower(title) COLLATE "C", id LIMIT ${limit + 1}::int`;
  const { items, nextCursor } = pageOf(rows, limit, ({ key, id }) => encodeTextCursor('prompts', key, id));
  return { items: items.map((row) => toPrompt(row, reader)), nextCursor };
}

export async function getPrompt({ db }: Pick<Deps, 'db'>, reader: Reader, promptId: string): Promise<Prompt> {
  const [row] = await db.sql<Row>`
    SELECT id, CASE WHEN user_id IS NULL THEN 'organization' ELSE 'personal' END AS scope, title, text,
           lower(title) AS key, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM prompts
    WHERE id = ${promptId}::uuid AND (user_id = ${reader.id}::uuid OR user_id IS NULL) AND discarded_at IS NULL`;
  if (!row) throw promptNotFound();
  return toPrompt(row, reader);
}

export async function createPrompt(
  deps: Deps,
  acting: ActingReader,
  { title, text, scope }: CreatePromptInput,
): Promise<Prompt> {
  const { by } = acting;
  if (scope === 'organization' && !by.isAdmin) throw forbidden();
  const userId = scope === 'personal' ? by.id : null;
  const max = userId ? limits.promptsPerUser : limits.organizationPrompts;
  const id = await deps.db.$transaction(async (tx) => {
    // Locks in separate statements, so that the next one also counts prompts created by earlier holders of the lock.
    if (userId) await tx.$queryRaw`SELECT 1 FROM account_usage WHERE user_id = ${userId}::uuid FOR UPDATE`;
    else await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('organization-wide prompts'))::text`;
    if ((await tx.prompt.count({ where: { userId, discardedAt: null } })) >= max) throw tooManyPrompts(max);
    const created = await tx.prompt.create({ data: { userId, title, text }, select: { id: true } });
    if (!userId) await recordAudit(tx, auditOf(acting, 'prompt-created', { id: created.id, label: title }));
    return created.id;
  }, transactionLimits.short);
  return getPrompt(deps, by, id);
}

/** Changes only the given fields. An unchanged prompt keeps its date, and nothing is added to the audit log. */
export async function updatePrompt(
  deps: Deps,
  acting: ActingReader,
  { promptId, title, text }: UpdatePromptInput,
): Promise<Prompt> {
  const before = await assertEditable(deps, acting.by, promptId);
  await deps.db.$transaction(async (tx) => {
    const data = { ...(title !== undefined && { title }), ...(text !== undefined && { text }) };
    const where = { id: promptId, discardedAt: null, NOT: data };
    const { count } = await tx.prompt.updateMany({ where, data });
    // If the prompt was deleted, getPrompt() throws.
    if (count > 0 && before.userId === null)
      await recordAudit(tx, auditOf(acting, 'prompt-changed', { id: promptId, label: title ?? before.title }));
  });
  return getPrompt(deps, acting.by, promptId);
}

/** For the export of a user's data. Not paged, because their number is limited. */
export const exportedPrompts = ({ db }: Pick<Deps, 'db'>, userId: string) =>
  db.prompt.findMany({
    where: { userId, discardedAt: null },
    select: { id: true, title: true, text: true, createdAt: true, updatedAt: true },
    orderBy: { createdAt: 'asc' },
  });

export const auditOf = ({ by, caller }: ActingReader, kind: AuditKind, subject: { id: string; label: string }) => ({
  kind,
  actor: by,
  subject,
  caller,
});

const toPrompt = ({ key: _, ...row }: Row, { isAdmin }: Reader): Prompt => ({
  ...row,
  mayEdit: row.scope === 'personal' || isAdmin,
});
