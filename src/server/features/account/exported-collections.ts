/** Exports a user's own collections in batches, whatever their number and size. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';

const batchRows = 20;
/** Sorts before every id that the database creates. */
const firstId = '00000000-0000-0000-0000-000000000000';

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
  const collections = await db.collection.findMany({
    where: { userId },
    select: {
      id: true,
      name: true,
      description: true,
      scope: true,
      isForGroups: true,
      isEnabled: true,
      projectId: true,
      createdAt: true,
    },
    orderBy: { createdAt: 'asc' },
  });
  if (collections.length === 0) return;
  await zip.add('collections/collections.json', [`${JSON.stringify(collections, null, 2)}\n`]);
  for (let last = firstId; ; ) {
    const rows = await db.sql<ExportedDocument>`
      SELECT d.id, c.name AS collection, c.id AS "collectionId", c.description, d.title, d.source, d.metadata, d.version,
             d.content, d.created_at AS "createdAt", d.updated_at AS "updatedAt"
      FROM collection_documents d JOIN collections c ON c.id = d.collection_id
      WHERE c.user_id = ${userId}::uuid AND d.id > ${last}::uuid ORDER BY d.id LIMIT ${batchRows}::int`;
    for (const row of rows) {
      const json = `${JSON.stringify(row, null, 2)}\n`;
      await zip.add(`collections/${row.id}.json`, [json], { mtime: row.updatedAt });
    }
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) return;
    last = end.id;
  }
}
