/**
 * Hands over what belongs to the organization rather than to a deleted account: positions, organization-wide
 * collections and their files.
 */
import type { Transaction } from '~/server/db/transaction';

const ofOrganization = { OR: [{ scope: 'organization' }, { isForGroups: true }] };
const organizationObjects = (userId: string) => ({ userId, document: { collection: ofOrganization } });
const organizationCollections = (userId: string) => ({ userId, ...ofOrganization });

export async function handOver(tx: Transaction, userId: string, newOwner: string): Promise<void> {
  await tx.investmentPosition.updateMany({ where: { userId }, data: { userId: newOwner } });
  await tx.collection.updateMany({ where: organizationCollections(userId), data: { userId: newOwner } });
  await tx.storedObject.updateMany({ where: organizationObjects(userId), data: { userId: newOwner } });
}

export async function ownsOrganizationData(tx: Transaction, userId: string): Promise<boolean> {
  const select = { id: true };
  const found = await Promise.all([
    tx.investmentPosition.findFirst({ where: { userId }, select }),
    tx.collection.findFirst({ where: organizationCollections(userId), select }),
    tx.storedObject.findFirst({ where: organizationObjects(userId), select }),
  ]);
  return found.some((row) => row !== null);
}

/**
 * Hands over what was added by requests still running when the account was closed. The new owner is the administrator
 * who deleted the account, or else another one.
 */
export async function handOverLate(tx: Transaction, userId: string): Promise<void> {
  if (!(await ownsOrganizationData(tx, userId))) return;
  const [admin] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE is_admin AND NOT is_locked
    ORDER BY EXISTS (
      SELECT FROM audit_events WHERE kind = 'account-deleted' AND subject_id = ${userId}::uuid AND actor_id = users.id
    ) DESC, created_at, id LIMIT 1`;
  if (!admin) throw new Error('no administrator can take over what belongs to the organization');
  await handOver(tx, userId, admin.id);
}
