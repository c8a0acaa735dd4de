import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { createdCursor, decodeCursor, pageOf, partNewestFirst } from '~/server/lib/cursor';
import { AppError } from '~/server/lib/errors';
import type { WaitlistExport, WaitlistPage, WaitlistPageInput } from '~/shared/schemas/accounts';

export async function joinWaitlist(deps: Deps, email: string, ip: string): Promise<void> {
  await deps.rateLimiter.consume('waitlistByAddress', ip);
  const { count } = await deps.db.waitlistSignup.createMany({ data: { email }, skipDuplicates: true });
  if (count === 0) throw new AppError('conflict', 'This email is already on the waitlist.');
}

/** A page, newest first, with the total number of entries, in one round trip. */
export async function listWaitlistPage(deps: Deps, { cursor, limit }: WaitlistPageInput): Promise<WaitlistPage> {
  const [rows, total] = await deps.db.$transaction([
    deps.db.waitlistSignup.findMany(partNewestFirst({ cursor, limit: limit + 1 })),
    deps.db.waitlistSignup.count(),
  ]);
  return { ...pageOf(rows, limit, createdCursor), total };
}

/** Rows per part of a file: a balance between memory and round trips. */
const exportRows = 1000;

/**
 * A part of the whole list, oldest first, so that concurrent entries come last. The first part is recorded in the audit
 * log.
 */
export async function exportWaitlist(
  deps: Deps,
  { by, caller }: Acting,
  cursor?: string | null,
): Promise<WaitlistExport> {
  const after = cursor ? decodeCursor(cursor) : null;
  const items = await deps.db.waitlistSignup.findMany({
    orderBy: [{ createdAt: 'asc' }, { id: 'desc' }],
    ...(after && {
      where: { OR: [{ createdAt: { gt: after.time } }, { createdAt: after.time, id: { lt: after.id } }] },
    }),
    take: exportRows,
  });
  if (!after) await recordAudit(deps, { kind: 'waitlist-exported', actor: by, caller });
  const last = items.at(-1);
  return { items, nextCursor: items.length === exportRows && last ? createdCursor(last) : null };
}

/** Returns the removed email for the confirmation. */
export async function removeFromWaitlist(deps: Deps, { by, caller }: Acting, id: string): Promise<string> {
  return deps.db.$transaction(async (tx) => {
    const entry = await tx.waitlistSignup.findUnique({ where: { id } });
    const { count } = await tx.waitlistSignup.deleteMany({ where: { id } });
    if (!entry || count === 0) throw new AppError('not_found', 'Waitlist entry not found');
    await recordAudit(tx, { kind: 'waitlist-entry-deleted', actor: by, subject: { id, label: entry.email }, caller });
    return entry.email;
  });
}
