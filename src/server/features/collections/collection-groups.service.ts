/** The groups that a collection is shared with. Only users who manage the collection see and change them. */
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { groupNotFound } from '~/server/features/groups/groups.errors';
import { assertOwnGroups } from '~/server/features/groups/groups.service';
import type { CollectionGroup, ShareCollectionInput } from '~/shared/schemas/groups';
import { assertManageable, type Reader } from './collection-access';
import { projectFilesNotShared } from './collections.errors';
import type { CollectionActing } from './record-change';

/** Sorted by name. Not paged, because the number of groups is limited. */
export async function listCollectionGroups(
  deps: Pick<Deps, 'db'>,
  reader: Reader,
  collectionId: string,
): Promise<CollectionGroup[]> {
  await assertManageable(deps, reader, collectionId);
  return deps.db.sql<CollectionGroup>`
    SELECT g.id, g.name, c.access FROM collection_groups c JOIN groups g ON g.id = c.group_id
    WHERE c.collection_id = ${collectionId}::uuid ORDER BY g.name_key COLLATE "C"`;
}

/** Owners can share with their own groups, administrators with all. Any group can be removed again. */
export async function shareCollection(
  deps: Deps,
  { by, caller }: CollectionActing,
  { collectionId, groupId, access }: ShareCollectionInput,
): Promise<CollectionGroup[]> {
  const { name, projectId } = await assertManageable(deps, by, collectionId);
  if (access && projectId) throw projectFilesNotShared();
  if (access) await assertOwnGroups(deps, by, [groupId]);
  await deps.db.$transaction(async (tx) => {
    const where = { collectionId_groupId: { collectionId, groupId } };
    const before = await tx.collectionGroup.findUnique({ where, select: { access: true, group: true } });
    const group = before?.group ?? (access && (await tx.group.findUnique({ where: { id: groupId } })));
    if (!group) throw groupNotFound();
    if (before?.access === access) return;
    if (access)
      await tx.collectionGroup.upsert({ where, update: { access }, create: { collectionId, groupId, access } });
    else await tx.collectionGroup.deleteMany({ where: { collectionId, groupId } });
    await recordAudit(tx, {
      kind: access ? 'collection-shared' : 'collection-unshared',
      actor: by,
      subject: { id: collectionId, label: name },
      details: { group: group.name, ...(access && { access }) },
      caller,
    });
  });
  return listCollectionGroups(deps, by, collectionId);
}
