/** Finds the link that a viewer opens, if the viewer has access. */
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import { createHttpContext } from '~/server/trpc/context';
import type { SharedFile } from './frozen-files';
import { isPublicSharingOff } from './public-sharing';
import { unknownPage } from './shared-page';

const keyPattern = /^[\w-]{22}$/;

/** A link without its content, which is only read for viewers with access (share-content.ts). */
export interface FoundShare {
  id: string;
  key: string;
  title: string;
  /** Whether its messages can be copied. */
  isCopyable: boolean;
  passwordHash: string | null;
  files: SharedFile[];
}

/** Null for every link that this viewer may not open, whatever the reason. A discarded conversation has no owner. */
export async function findShare(deps: Deps, request: Request, response: Response): Promise<FoundShare | null> {
  const { key } = request.params;
  if (typeof key !== 'string' || !keyPattern.test(key)) return null;
  const [share] = await deps.db.sql<FoundShare & { userId: string; audience: string; isForGroups: boolean }>`
    SELECT s.id, s.key, s.user_id AS "userId", s.title, s.messages IS NOT NULL AS "isCopyable", s.password_hash AS "passwordHash",
           s.audience, s.is_for_groups AS "isForGroups",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'objectId', f.object_id, 'name', f.name, 'type', f.type,
                       'size', f.size, 'passages', f.passages) ORDER BY f.place)
                     FROM share_files f WHERE f.share_id = s.id), '[]') AS files
    FROM shares s JOIN users u ON u.id = s.user_id
    JOIN conversations c ON c.id = s.conversation_id AND c.user_id = s.user_id
    WHERE s.key = ${key} AND (s.expires_at IS NULL OR s.expires_at > now())
      AND NOT u.is_locked AND u.deleted_at IS NULL`;
  if (!share) return null;
  const isForMembers = share.audience !== 'everybody' || isPublicSharingOff(deps);
  if (!isForMembers) return share;
  const viewer = (await createHttpContext(deps, request, response).authenticate())?.user;
  if (!viewer) return null;
  return !share.isForGroups || viewer.id === share.userId || (await isInGroups(deps, share.id, viewer.id))
    ? share
    : null;
}

export async function sendUnknown(deps: Deps, request: Request, response: Response): Promise<void> {
  const viewer = await createHttpContext(deps, request, response).authenticate();
  response.status(404).send(unknownPage(viewer ? null : String(request.params.key)));
}

/** Checked at each view, so that users who leave the group lose access. */
async function isInGroups({ db }: Deps, shareId: string, userId: string): Promise<boolean> {
  const rows = await db.sql`
    SELECT 1 FROM share_groups s JOIN group_members m ON m.group_id = s.group_id
    WHERE s.share_id = ${shareId}::uuid AND m.user_id = ${userId}::uuid LIMIT 1`;
  return rows.length > 0;
}
