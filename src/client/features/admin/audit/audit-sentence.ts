import { auditWords as words } from '~/client/words/audit';
import type { AuditEventRow } from '~/shared/schemas/audit';

/** Who did what to whom, as one would tell it. */
export function auditSentence({ kind, actor, subject, details }: AuditEventRow): string {
  const tell = words.sentences[kind];
  // An older page before a newer server: a kind it does not know is better told by its name than not at all.
  if (!tell) return [actor, kind, subject].filter(Boolean).join(' ');
  return tell({ actor: nameOf(actor), subject: subject ?? '', details });
}

const nameOf = (actor: string | null) =>
  actor === null ? words.somebody : actor === 'operator' ? words.operator : actor;
