/** Exports a user's shared links with their content in batches. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';

/** The content of one link can have megabytes. */
const batchRows = 5;

/** Leaves out links to discarded conversations, which show nothing. */
export async function writeLinks({ db }: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  const links = await db.share.findMany({
    where: { userId, conversation: { userId } },
    select: { id: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const ids = links.map(({ id }) => id);
  if (ids.length > 0) await zip.add('shared-links.json', linksJson({ db }, ids));
}

async function* linksJson({ db }: Pick<Deps, 'db'>, ids: readonly string[]): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for (let at = 0; at < ids.length; at += batchRows)
    for (const share of await readBatch({ db }, ids.slice(at, at + batchRows))) {
      const paper = await db.texts.openJson(share.id, 'paper', share.paper);
      yield `${separator}\n${JSON.stringify({ ...share, paper }, null, 2)}`;
      separator = ',';
    }
  yield '\n]\n';
}

const readBatch = ({ db }: Pick<Deps, 'db'>, ids: string[]) =>
  db.share.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      title: true,
      audience: true,
      groups: { select: { group: { select: { name: true } } } },
      paper: true,
      files: { select: { id: true, name: true, type: true, size: true, objectId: true } },
      createdAt: true,
      expiresAt: true,
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
