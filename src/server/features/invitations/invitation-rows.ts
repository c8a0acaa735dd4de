/** Maps invitations from database rows to what administrators see. */
import type { InvitationRow, InvitationState } from '~/shared/schemas/invitations';

export const rowFields = {
  id: true,
  email: true,
  tokenHash: true,
  isAdmin: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  acceptedAt: true,
  invitedBy: { select: { email: true, isAdmin: true, isLocked: true } },
} as const;

interface StoredInvitation {
  id: string;
  email: string;
  tokenHash: string | null;
  isAdmin: boolean;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  acceptedAt: Date | null;
  invitedBy: { email: string; isAdmin: boolean; isLocked: boolean } | null;
}

function stateOf(row: StoredInvitation): InvitationState {
  if (row.acceptedAt) return 'accepted';
  if (row.tokenHash === null) return 'waiting';
  // Invitations by a former administrator are revoked.
  const isRevoked = row.revokedAt !== null || (row.invitedBy && (!row.invitedBy.isAdmin || row.invitedBy.isLocked));
  if (isRevoked) return 'revoked';
  return row.expiresAt.getTime() > Date.now() ? 'pending' : 'expired';
}

export function shown(row: StoredInvitation): InvitationRow {
  const { id, email, isAdmin, createdAt, expiresAt, invitedBy } = row;
  const state = stateOf(row);
  return {
    id,
    email,
    isAdmin,
    state,
    invitedBy: invitedBy?.email ?? null,
    createdAt,
    expiresAt: state === 'waiting' ? null : expiresAt,
  };
}
