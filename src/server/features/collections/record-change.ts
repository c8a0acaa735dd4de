/**
 * Audit events of the collections that administrators manage: organization-wide ones and those for groups. Personal
 * collections are left out, because administrators can't read the titles of their documents.
 */
import { type Acting, type AuditWriter, recordAudit } from '~/server/features/audit/audit.service';
import type { AuditDetails, AuditKind } from '~/shared/schemas/audit';
import type { Access, Reader } from './collection-access';

/** The user who changes a collection. */
export type CollectionActing = Acting & { by: Reader & { email: string } };

type CollectionKind = Extract<AuditKind, `collection-${'created' | 'changed' | 'deleted'}`>;
type DocumentKind = Extract<AuditKind, `collection-document-${string}`>;

export async function recordCollection(
  tx: AuditWriter,
  { by, caller }: CollectionActing,
  kind: CollectionKind,
  { id, name, scope }: Pick<Access, 'id' | 'name' | 'scope'>,
  details: AuditDetails = {},
): Promise<void> {
  if (scope === 'personal') return;
  await recordAudit(tx, { kind, actor: by, subject: { id, label: name }, details: { scope, ...details }, caller });
}

export async function recordDocument(
  tx: AuditWriter,
  { by, caller }: CollectionActing,
  kind: DocumentKind,
  collection: Pick<Access, 'name' | 'scope'>,
  document: { id: string; title: string },
): Promise<void> {
  if (collection.scope === 'personal') return;
  const subject = { id: document.id, label: document.title };
  await recordAudit(tx, { kind, actor: by, subject, details: { collection: collection.name }, caller });
}
