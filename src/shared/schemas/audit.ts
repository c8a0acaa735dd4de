import { z } from 'zod';
import { limits } from '~/shared/limits';
import { storableText } from './text';

/** What the audit log tells. A new kind wants its sentence in src/client/words/audit.ts as well. */
export const auditKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-in-while-locked',
  'sign-up',
  'sign-out',
  'sessions-ended',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'email-confirmed',
  'api-token-created',
  'api-token-revoked',
  'account-locked',
  'account-unlocked',
  'account-promoted',
  'account-demoted',
  'account-deleted',
  'account-created',
  'setup',
  'setup-refused',
  'position-added',
  'position-closed',
  'position-deleted',
  'positions-imported',
  'positions-exported',
  'waitlist-entry-deleted',
  'waitlist-exported',
  'data-exported',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Further figures and words of an event: flat, so that a reader can show them as they are. */
export type AuditDetails = Record<string, string | number | boolean | null>;

export interface AuditEventRow {
  /** The place in the log, as text: it may outgrow a JavaScript number. */
  id: string;
  at: Date;
  kind: AuditKind;
  actor: string | null;
  actorId: string | null;
  subject: string | null;
  subjectId: string | null;
  details: AuditDetails;
  ip: string | null;
  requestId: string | null;
}

export interface AuditPage {
  items: AuditEventRow[];
  nextCursor: string | null;
}

/** `person`: a part of the e-mail of whoever did it or to whom it was done. */
export const auditListInput = z.object({
  person: storableText.trim().toLowerCase().max(limits.emailCharacters).optional(),
  kind: z.enum(auditKinds, 'There is no such kind of event').optional(),
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(50),
});
export type AuditListInput = z.infer<typeof auditListInput>;
