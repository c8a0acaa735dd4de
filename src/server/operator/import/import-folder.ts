/**
 * Adds the files of a folder to a collection, and waits until the job queue has made them searchable. A file is
 * identified by its path in the folder and the SHA-256 of its bytes, so that a second run adds nothing twice.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Deps } from '~/server/deps';
import { operator } from '~/server/features/audit/audit.service';
import type { Reader } from '~/server/features/collections/collection-access';
import { createCollection } from '~/server/features/collections/collections.service';
import { indexDocumentJob } from '~/server/features/collections/index-document.job';
import type { CollectionActing } from '~/server/features/collections/record-change';
import { readFileJob } from '~/server/features/uploads/read-file.job';
import type { AnyJobKind } from '~/server/jobs/job-kind';
import type { Io } from '~/server/lib/command-output';
import { sha256OfStream } from '~/server/lib/hash';
import { OperatorError } from '~/server/lib/operator-error';
import type { CollectionScope } from '~/shared/schemas/collections';
import { filesInFolder } from './files-in-folder';
import { importFile } from './import-file';
import { waitUntilRead } from './wait-until-read';

/** What the import waits for. Other jobs belong to the server, which may be running. */
export const importJobs: readonly AnyJobKind<Deps>[] = [readFileJob, indexDocumentJob];

export interface Import {
  reader: Reader;
  scope: CollectionScope;
  /** Name of the collection. */
  collection: string;
  folder: string;
}

export interface Imported {
  added: number;
  replaced: number;
  unchanged: number;
  failed: number;
}

export async function importFolder(deps: Deps, { folder, ...wanted }: Import, io: Io): Promise<Imported> {
  const files = await filesInFolder(path.resolve(folder));
  if (files.length === 0) throw new OperatorError(`${folder} contains no files.`);
  if (wanted.scope === 'organization' && !wanted.reader.isAdmin)
    throw new OperatorError('Only administrators add to organization-wide collections.');
  // The audit log names the operator, with the id of the account whose files they are.
  const acting = { ...operator, by: { ...wanted.reader, email: operator.by.email } };
  const collectionId = await findOrCreate(deps, acting, wanted);
  const known = await knownDocuments(deps, collectionId);
  const done: Imported = { added: 0, replaced: 0, unchanged: 0, failed: 0 };
  const started: string[] = [];
  for (const [place, name] of files.entries()) {
    const report = (outcome: string) => io.print(`${place + 1}/${files.length} ${name}: ${outcome}`);
    try {
      const file = path.join(path.resolve(folder), name);
      const contentHash = await sha256OfStream(createReadStream(file));
      const before = known.get(name);
      if (before?.contentHash === contentHash) {
        done.unchanged++;
        continue;
      }
      started.push(await importFile(deps, acting, { collectionId, documentId: before?.id, file, name, contentHash }));
      done[before ? 'replaced' : 'added']++;
      report(before ? 'new version' : 'added');
    } catch (error) {
      done.failed++;
      io.warn(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  done.failed += await waitUntilRead(deps, started, io);
  io.print(`${done.added} added, ${done.replaced} replaced, ${done.unchanged} unchanged, ${done.failed} failed`);
  return done;
}

/** If several collections have the name, the oldest one. */
async function findOrCreate(
  deps: Deps,
  acting: CollectionActing,
  { reader, scope, collection }: Omit<Import, 'folder'>,
): Promise<string> {
  const [found] = await deps.db.sql<{ id: string }>`
    SELECT id FROM collections
    WHERE name = ${collection} AND project_id IS NULL AND scope = ${scope} AND NOT is_for_groups
      AND (scope = 'organization' OR user_id = ${reader.id}::uuid)
    ORDER BY created_at, id LIMIT 1`;
  return found?.id ?? (await createCollection(deps, acting, { name: collection, scope })).id;
}

/** A file whose text could not be read is imported again as a new version, because the cause may be gone. */
async function knownDocuments({ db }: Pick<Deps, 'db'>, collectionId: string) {
  const rows = await db.sql<{ id: string; source: string; contentHash: string | null }>`
    SELECT d.id, d.source, CASE WHEN o.read_state IS DISTINCT FROM 'failed' THEN d.content_hash END AS "contentHash"
    FROM collection_documents d LEFT JOIN objects o ON o.id = d.object_id
    WHERE d.collection_id = ${collectionId}::uuid AND d.content_hash IS NOT NULL AND d.source IS NOT NULL`;
  return new Map(rows.map((row) => [row.source, row]));
}
