/**
 * The files that a model can read during its answer: files of the conversation, and documents of enabled collections.
 * Access is checked for every call, so a revoked right takes effect during an answer.
 */
import type { Deps } from '~/server/deps';
import type { CollectionPassages } from '~/server/features/collections/collection-passages';
import type { DocumentFile } from '~/server/features/collections/search-passages';
import type { Passage } from '~/server/generation/library';
import { readShapes } from '~/server/retrieval/corpus-cache';
import { decodeShape } from '~/server/retrieval/postings';
import { readPassagesAt } from './file-texts';
import { type ConversationFile, conversationFiles, searchConversation } from './search-conversation';

/** Files without pages are read in parts of this many passages. */
const passagesPerPart = 3;
/** Limit of a search: the rest of the best pages, and passages of others. */
const maxFound = 40;
const wholePages = 2;

type Source = { kind: 'file'; file: ConversationFile } | { kind: 'document'; file: DocumentFile };

export interface ToolFile {
  /** The id that the model uses: short, and only valid for this answer. */
  id: string;
  objectId: string;
  name: string;
  collection?: string;
  /** Pages, or parts if the file has no pages. */
  unit: 'page' | 'part';
  /** The number of the last page or part. */
  units: number;
  /** Encoded; see postings.ts. */
  shape: string;
  source: Source;
}

/** What the caller has already loaded, or is loading. */
export interface PreloadedFiles {
  /** False for a conversation without files of its own. */
  hasOwn?: boolean;
  documents?: Promise<readonly DocumentFile[]>;
}

export class ToolFiles {
  /** By object id. A file keeps its id for the whole answer. */
  private readonly ids = new Map<string, string>();
  private readonly given = new Set<string>();
  /** The pages and parts of these passages. */
  private readonly seen = new Set<string>();
  /** Files whose passages were all given to the model. */
  private readonly whole = new Set<string>();

  constructor(
    private readonly deps: Pick<Deps, 'db'>,
    private readonly question: { conversationId: string; questionId: string },
    private readonly collections: CollectionPassages,
  ) {}

  async files(preloaded: PreloadedFiles = {}): Promise<ToolFile[]> {
    const [files, documents] = await Promise.all([
      preloaded.hasOwn === false ? [] : conversationFiles(this.deps, this.question.questionId),
      preloaded.documents ?? this.collections.documents(),
    ]);
    const sources: Source[] = [
      ...files.map((file): Source => ({ kind: 'file', file })),
      ...documents.map((file): Source => ({ kind: 'document', file })),
    ];
    const shapes = await readShapes(
      this.deps,
      sources.map(({ file }) => file.number),
    );
    const all = sources.map((source) => this.entry(source, shapes.get(source.file.number)?.shape ?? ''));
    // Images without text have nothing to read.
    return all.filter(({ units }) => units > 0);
  }

  /** The id of the passage's file. */
  idOf(objectId: string): string {
    const known = this.ids.get(objectId);
    if (known) return known;
    const id = `f${this.ids.size + 1}`;
    this.ids.set(objectId, id);
    return id;
  }

  /**
   * Best match first, alternating between the conversation's files and collections, without passages already given.
   * Pages new to the model come first, because it can read the rest of the others by page number.
   */
  async search(query: string, objectId?: string): Promise<Passage[]> {
    // The query of a search is specific, so a single matching word is enough.
    const options = { limit: this.given.size + maxFound, wholePages, minTerms: 1, objectId };
    const [own, collected] = await Promise.all([
      searchConversation(this.deps, this.question, query, { ...options, without: this.whole }),
      this.collections.find(query, options),
    ]);
    return Array.from({ length: Math.max(own.length, collected.length) }, (_, rank) => [own[rank], collected[rank]])
      .flat()
      .filter((passage) => passage !== undefined)
      .filter((passage) => !this.given.has(keyOf(passage)))
      .sort((a, b) => Number(this.seen.has(pageOf(a))) - Number(this.seen.has(pageOf(b))))
      .slice(0, maxFound);
  }

  /** Records the passages and whole files that the model received. */
  markGiven(passages: readonly Passage[], wholeIds: readonly string[] = []): void {
    for (const id of wholeIds) this.whole.add(id);
    for (const passage of passages) {
      this.given.add(keyOf(passage));
      this.seen.add(pageOf(passage));
    }
    this.collections.markGiven(passages);
  }

  /** Call if the model received less than was recorded, so that searches find the rest. */
  forgetGiven(): void {
    for (const known of [this.whole, this.given, this.seen]) known.clear();
  }

  /** The passages of some pages or parts, in text order. */
  read({ source, unit, shape }: ToolFile, from: number, to: number): Promise<Passage[]> {
    const places = decodeShape(shape).flatMap(({ page }, place) => {
      const number = unit === 'page' ? page : partOf(place);
      return number >= from && number <= to ? [place] : [];
    });
    if (source.kind === 'document') return this.collections.read(source.file, places);
    const objectId = source.file.id;
    return readPassagesAt(
      this.deps,
      this.question.conversationId,
      places.map((place) => ({ objectId, place })),
    );
  }

  private entry(source: Source, shape: string): ToolFile {
    const objectId = source.kind === 'document' ? source.file.objectId : source.file.id;
    const shapes = decodeShape(shape);
    const lastPage = shapes.at(-1)?.page ?? 0;
    const isPaged = lastPage > 0;
    return {
      id: this.idOf(objectId),
      objectId,
      name: source.file.title,
      shape,
      ...(source.kind === 'document' && { collection: source.file.collection }),
      unit: isPaged ? 'page' : 'part',
      units: isPaged ? lastPage : Math.ceil(shapes.length / passagesPerPart),
      source,
    };
  }
}

const keyOf = ({ objectId, place }: Passage) => `${objectId} ${place}`;

const pageOf = ({ objectId, page, place = 0 }: Passage) => `${objectId} ${page ?? `part ${partOf(place)}`}`;

export const partOf = (place: number): number => Math.floor(place / passagesPerPart) + 1;
