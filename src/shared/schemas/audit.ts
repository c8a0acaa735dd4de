import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, pageOf, time } from './output';
import { storableText } from './text';

/** What the audit log tells. A new kind wants its sentence in src/client/words/audit.ts as well. */
export const auditKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-in-while-locked',
  'sign-up',
  'sign-out',
  'sessions-ended',
  'provider-connected',
  'provider-disconnected',
  'provider-confirmed',
  'provider-sign-in-refused',
  'provider-sign-out',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'email-confirmed',
  'second-factor-enabled',
  'second-factor-disabled',
  'second-factor-failed',
  'second-factor-reset',
  'recovery-codes-created',
  'passkey-added',
  'passkey-removed',
  'passkey-confirmed',
  'api-token-created',
  'api-token-revoked',
  'account-locked',
  'account-unlocked',
  'account-promoted',
  'account-demoted',
  'account-deleted',
  'account-created',
  'group-created',
  'group-renamed',
  'group-deleted',
  'group-member-added',
  'group-member-removed',
  'user-provisioned',
  'user-changed',
  'account-deactivated',
  'account-reactivated',
  'scim-token-created',
  'scim-token-revoked',
  'collection-shared',
  'collection-unshared',
  'collection-mirrored',
  'collection-unmirrored',
  'invitation-created',
  'invitation-revoked',
  'invitation-accepted',
  'access-requested',
  'access-request-removed',
  'setup',
  'setup-refused',
  'position-added',
  'position-closed',
  'position-deleted',
  'position-corrected',
  'position-thesis-written',
  'position-note-added',
  'position-note-edited',
  'position-note-deleted',
  'alert-mails-turned-on',
  'alert-mails-turned-off',
  'alert-mail-sent',
  'position-feed-created',
  'position-feed-deleted',
  'ticker-renamed',
  'ticker-delisted',
  'split-decided',
  'price-decided',
  'backtest-published',
  'backtest-chosen',
  'backtest-unchosen',
  'backtest-unpublished',
  'positions-imported',
  'positions-exported',
  'waitlist-entry-deleted',
  'waitlist-exported',
  'data-exported',
  'prompt-created',
  'prompt-changed',
  'prompt-deleted',
  'prompt-restored',
  'share-created',
  'share-revoked',
  'share-copied',
  'model-endpoint-added',
  'model-endpoint-changed',
  'model-endpoint-deleted',
  'model-offered',
  'model-changed',
  'model-withdrawn',
  'search-provider-saved',
  'search-provider-removed',
  'search-settings-changed',
  'usage-exported',
  'budgets-changed',
  'user-budget-changed',
  'user-budget-removed',
  'backup-made',
  'support-bundle-made',
  'secrets-rotated',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Further figures and words of an event: flat, so that a reader can show them as they are. */
const auditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditDetails = z.infer<typeof auditDetails>;

const auditEvent = z
  .strictObject({
    // Text, because it may outgrow a JavaScript number.
    id: z.string().describe('Position in the log'),
    at: time,
    kind: z.enum(auditKinds),
    actor: z.string().nullable().describe('Email of the user at that time, or `operator`; null if unknown'),
    actorId: id.nullable(),
    subject: z.string().nullable().describe('The user or object that was changed'),
    subjectId: id.nullable(),
    details: auditDetails,
    ip: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEventRow = z.infer<typeof auditEvent>;

export const auditPage = pageOf(auditEvent);
export type AuditPage = z.infer<typeof auditPage>;

/** `person`: a part of the e-mail of whoever did it or to whom it was done. */
export const auditListInput = z.object({
  person: storableText.trim().toLowerCase().max(limits.emailCharacters).optional(),
  kind: z.enum(auditKinds, 'Unknown event type').optional(),
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(50),
});
export type AuditListInput = z.infer<typeof auditListInput>;
