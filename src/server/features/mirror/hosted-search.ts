/**
 * xAI's hosted search for one answer: which copies it may search, and which documents it has found. A copy is only used
 * if the user may read the collection and has it enabled, and if no deletion from it is pending.
 */
import type { Deps } from '~/server/deps';
import { objectTexts, type SourceTexts } from '~/server/features/citations/source-texts';
import { type DocumentFile, readableFiles } from '~/server/features/collections/search-passages';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { isXaiUrl } from '~/server/lib/xai-settings';
import { endpointOf } from '~/server/providers/llm/openai-endpoint';
import type { FoundFile, ModelEvent } from '~/server/providers/llm/types';
import type { UsedCollection } from '~/shared/schemas/messages';

/** xAI's limit per search. */
const maxCollections = 10;

interface SearchContext {
  userId: string;
  conversationId: string;
}

/** Null if there is no copy to search. */
export async function hostedSearch(
  deps: Pick<Deps, 'db' | 'env'>,
  chosen: Pick<ChosenModel, 'connection'>,
  context: SearchContext,
): Promise<HostedSearch | null> {
  const { xaiMirror } = deps.env;
  const connection = xaiMirror && chosen.connection();
  if (!xaiMirror || !connection || !isXaiUrl(deps.env, connection.baseUrl)) return null;
  // A different key may belong to another team, which does not have these collections.
  if (connection.apiKey !== xaiMirror.apiKey) return null;
  if (endpointOf(connection).api !== 'responses') return null;
  const files = await readableFiles(deps, { userId: context.userId, enabledIn: context.conversationId });
  const readable = [...new Set(files.map(({ collectionId }) => collectionId))];
  if (readable.length === 0) return null;
  const rows = await deps.db.sql<{ id: string }>`
    SELECT c.xai_collection_id AS id FROM collections c
    WHERE c.id = ANY(${readable}::uuid[]) AND c.xai_collection_id IS NOT NULL
      AND coalesce(c.is_mirrored, c.scope = 'organization')
      AND EXISTS (SELECT FROM collection_documents d WHERE d.collection_id = c.id AND d.xai_state = 'ready')
      AND NOT EXISTS (SELECT FROM xai_deletions x WHERE x.xai_collection_id = c.xai_collection_id)
    ORDER BY c.updated_at DESC, c.id LIMIT ${maxCollections}`;
  return rows.length === 0
    ? null
    : new HostedSearch(
        deps,
        context,
        rows.map(({ id }) => id),
      );
}

export class HostedSearch {
  private readonly found = new Map<string, FoundFile[]>();

  constructor(
    private readonly deps: Pick<Deps, 'db'>,
    private readonly context: SearchContext,
    /** Ids at xAI. */
    readonly collectionIds: readonly string[],
  ) {}

  /** Collects the files found by the search from the model's events. */
  async *watching(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    for await (const event of events) {
      if (event.type !== 'files') {
        yield event;
        continue;
      }
      for (const file of event.files) this.found.set(file.id, [...(this.found.get(file.id) ?? []), file]);
    }
  }

  /**
   * The documents that were found, with the positions of their citations. Access is checked again, so that a document
   * the user can't read now is never a source, whatever xAI returns.
   */
  async documents(): Promise<FoundDocument[]> {
    if (this.found.size === 0) return [];
    const copies = await this.deps.db.sql<{ documentId: string; fileId: string }>`
      SELECT id AS "documentId", xai_file_id AS "fileId" FROM collection_documents
      WHERE xai_file_id = ANY(${[...this.found.keys()]})`;
    const readable = await readableFiles(this.deps, {
      userId: this.context.userId,
      enabledIn: this.context.conversationId,
    });
    return copies.flatMap(({ documentId, fileId }) => {
      const file = readable.find((one) => one.documentId === documentId);
      if (!file) return [];
      const places = (this.found.get(fileId) ?? []).flatMap(({ start, end }) =>
        start === undefined || end === undefined ? [] : [{ start, end }],
      );
      return [{ ...file, places }];
    });
  }

  /** The stored texts of these documents. */
  texts(documents: readonly FoundDocument[]): SourceTexts {
    return objectTexts(
      this.deps,
      documents.map(({ objectId, documentId, title }) => ({ objectId, documentId, name: title })),
    );
  }
}

export interface FoundDocument extends DocumentFile {
  /** Ranges in the text of the answer. */
  places: { start: number; end: number }[];
}

export const collectionsOf = (documents: readonly FoundDocument[]): UsedCollection[] => [
  ...new Map(
    documents.map(({ collectionId: id, collection: name }): [string, UsedCollection] => [id, { id, name }]),
  ).values(),
];
