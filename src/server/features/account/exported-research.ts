/** A user's researches with their notes, for an export: in batches whatever their number. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';

/** Notes of a research may have some 20,000 characters. */
const batchRows = 20;

/** Each as a JSON file. Reports are in the conversations. */
export async function writeResearch({ db }: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  for (let last: string | undefined; ; ) {
    const rows = await db.research.findMany({
      where: { userId, ...(last && { id: { gt: last } }) },
      include: { steps: { orderBy: { place: 'asc' }, omit: { id: true, researchId: true, doing: true } } },
      omit: { userId: true },
      orderBy: { id: 'asc' },
      take: batchRows,
    });
    for (const row of rows)
      await zip.add(`research/${row.id}.json`, [`${JSON.stringify(row, null, 2)}\n`], { mtime: row.updatedAt });
    last = rows.at(-1)?.id;
    if (!last || rows.length < batchRows) return;
  }
}
