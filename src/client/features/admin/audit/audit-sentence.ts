import { auditWords as words } from '~/client/words/audit';
import type { AuditEventRow } from '~/shared/schemas/audit';

/** Who did what to whom, as a sentence. */
export function auditSentence({ kind, actor, subject, details }: AuditEventRow): string {
  const toSentence = words.sentences[kind];
  // After an update of the server, an older page may receive kinds that it has no sentence for.
  if (!toSentence) return [actor, kind, subject].filter(Boolean).join(' ');
  return toSentence({ actor: nameOf(actor), subject: subject ?? '', details });
}

/** Whether the event was caused on the command line. */
export const isOperator = (actor: string | null) => actor === 'operator';

const nameOf = (actor: string | null) =>
  actor === null ? words.unknownUser : isOperator(actor) ? words.operator : actor;
