/** The content of shared links: read and decrypted only for viewers with access. */
import { LRUCache } from 'lru-cache';
import type { Deps } from '~/server/deps';
import type { ExportDocument } from '~/server/features/exports/document';
import type { SharedFile } from './frozen-files';
import type { SharedMessage } from './frozen-messages';
import { fileLinks, fileSection, type LinkAddress } from './shared-file-parts';
import { type RenderedShare, renderShare } from './shared-page';

/** Total per process, in characters of HTML. */
const cachedCharacters = 16_000_000;

interface ShownShare {
  id: string;
  files: readonly SharedFile[];
}

/** Undefined if the link was revoked since it was found. */
export type ReadShare = (share: ShownShare, address: LinkAddress) => Promise<RenderedShare | undefined>;

/**
 * Renders the content of links. A link never changes, so the HTML of one without a password is cached: anyone may
 * request it, as often as the rate limit allows. HTML of a link with a password is not, because it contains the
 * viewer's proof.
 */
export function createShareReader(deps: Deps): ReadShare {
  const read: ReadShare = async ({ id, files }, address) => {
    const document = await readDocument(deps, id);
    return document && renderShare(document, { links: fileLinks(address, files), files: fileSection(address, files) });
  };
  const cache = new LRUCache<string, RenderedShare, { share: ShownShare; address: LinkAddress }>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ article }) => article.length + 1,
    // Evicting an entry that is still being read must not fail its request.
    ignoreFetchAbort: true,
    fetchMethod: (_id, _stale, { context: { share, address } }) => read(share, address),
  });
  return (share, address) =>
    address.proof === null ? cache.fetch(share.id, { context: { share, address } }) : read(share, address);
}

/** Null for links of versions without copies. */
export async function readSharedMessages({ db }: Deps, id: string): Promise<readonly SharedMessage[] | null> {
  const [row] = await db.sql<{ messages: readonly SharedMessage[] | null }>`
    SELECT messages FROM shares WHERE id = ${id}::uuid`;
  return row?.messages ? db.texts.openJson(id, 'messages', row.messages) : null;
}

async function readDocument({ db }: Deps, id: string): Promise<ExportDocument | undefined> {
  const [row] = await db.sql<{ paper: ExportDocument }>`SELECT paper FROM shares WHERE id = ${id}::uuid`;
  return row && db.texts.openJson(id, 'paper', row.paper);
}
