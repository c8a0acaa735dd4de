/**
 * Exports a user's own collections in batches, whatever their number and size. Collections for groups that a former
 * administrator created are left out, unless that user may still read them: collection_rights decides, as everywhere.
 */
import type { Deps } from '~/server/deps';
import { nilUuid } from '~/server/lib/uuid';
import type { ZipStream } from '~/server/lib/zip-stream';

const batchRows = 20;
interface ExportedCollection {
  id: string;
  name: string;
  description: string | null;
  scope: string;
  isForGroups: boolean;
  isEnabled: boolean;
  projectId: string | null;
  createdAt: Date;
}

interface ExportedDocument {
  id: string;
  collection: string;
  collectionId: string;
  description: string | null;
  title: string;
  source: string | null;
  metadata: object;
  version: number;
  content: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Writes the list of collections, and each document with its text as a JSON file. Uploaded files are in `files`. */
export async function writeCollections({ db }: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  const collections = await db.sql<ExportedCollection>`
    SELECT c.id, c.name, c.description, c.scope, c.is_for_groups AS "isForGroups", c.is_enabled AS "isEnabled",
           c.project_id AS "projectId", c.created_at AS "createdAt"
    FROM collections c
    WHERE c.user_id = ${userId}::uuid
      AND EXISTS (SELECT FROM collection_rights r WHERE r.collection_id = c.id AND r.user_id = c.user_id)
    ORDER BY c.created_at, c.id`;
  if (collections.length === 0) return;
  await zip.add('collections/collections.json', [`${JSON.stringify(collections, null, 2)}\n`]);
  for (let last = nilUuid; ; ) {
    const rows = await db.sql<ExportedDocument>`
      SELECT d.id, c.name AS collection, c.id AS "collectionId", c.description, d.title, d.source, d.metadata, d.version,
             d.content, d.created_at AS "createdAt", d.updated_at AS "updatedAt"
      FROM collection_documents d JOIN collections c ON c.id = d.collection_id
      WHERE c.user_id = ${userId}::uuid AND d.id > ${last}::uuid
        AND EXISTS (SELECT FROM collection_rights r WHERE r.collection_id = c.id AND r.user_id = c.user_id)
      ORDER BY d.id LIMIT ${batchRows}::int`;
    for (const row of rows) {
      const json = `${JSON.stringify(row, null, 2)}\n`;
      await zip.add(`collections/${row.id}.json`, [json], { mtime: row.updatedAt });
    }
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) return;
    last = end.id;
  }
}
