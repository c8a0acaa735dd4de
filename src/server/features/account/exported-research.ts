/** Exports a user's research with notes and schedules in batches. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';
import { maxSchedules } from '~/shared/schemas/research-schedules';

/** The notes of one research can have about 20,000 characters. */
const batchRows = 20;

/** Writes one JSON file per research and one for the schedules. Reports are in the conversations. */
export async function writeResearch({ db }: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  const schedules = await db.researchSchedule.findMany({
    where: { userId, conversation: { userId } },
    omit: { userId: true },
    orderBy: { createdAt: 'asc' },
    take: maxSchedules,
  });
  if (schedules.length > 0)
    await zip.add('research/schedules.json', [`${JSON.stringify(schedules, null, 2)}\n`], { mtime: new Date() });
  for (let last: string | undefined; ; ) {
    const rows = await db.research.findMany({
      where: { userId, conversation: { userId }, ...(last && { id: { gt: last } }) },
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
