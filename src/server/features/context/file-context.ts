/**
 * The text of a conversation's files for a prompt: whole if it fits, else excerpts. Every file gets a fair share of the
 * room. Excerpts are passages that match the message, and others spread evenly over the file, so that questions about
 * the whole file can be answered too.
 */
import type { DocumentFact, FileTexts, Library, Passage } from '~/server/generation/library';
import { asksForWhole } from '~/server/retrieval/question-words';
import { fairShares, spreadPlaces, wholePagesIn } from './budget';
import type { FramedFile } from './file-frame';
import { joinNeighbors } from './join-neighbors';
import { excerptNote } from './notes';
import { fileCosts, tokensPerExcerptNote, tokensPerPage } from './token-costs';
import { sizesOf } from './token-sizes';

/** Part of a file's share for passages that match the message; the rest gives an overview of the file. */
const matchedPart = 0.85;
/** The same for a question about the whole file, whose words only match by chance. */
const matchedPartOfWhole = 0.25;
const maxMatches = 400;

export type FileLibrary = Pick<Library, 'documents' | 'passages'> & FileTexts;

export interface ConversationFile extends FramedFile {
  objectId: string;
  /** Whether the next requests contain it unchanged if they have as much room. */
  isLasting: boolean;
}

export interface FileContext {
  files: ConversationFile[];
  /** The passages in the excerpts. */
  givenPassages: Passage[];
  /** The files that are included whole. */
  wholeIds: string[];
  /** The names of the files that are attached to the question. */
  newNames: string[];
  /** At most `room`. */
  tokens: number;
}

/**
 * Renders the files of the conversation in at most `room` tokens. `imageNotes` contains notes about images that the
 * model may see, by object id. Such images need no note that their text could not be read.
 */
export async function readFiles(
  library: FileLibrary,
  question: string,
  room: number,
  imageNotes: ReadonlyMap<string, string> = noNotes,
): Promise<FileContext> {
  const documents = await library.documents();
  const notes = documents.map((document) => notesOf(document, imageNotes.get(document.objectId)));
  const names = documents.map(({ name, isNew }, index) => ({ name, isNew, note: notes[index]?.join(' ') }));
  const costs = await fileCosts(names);
  const overheads = documents.map(({ pages = 0 }, index) => (costs[index] ?? 0) + pages * tokensPerPage);
  const needs = documents.map(({ tokens }, index) => tokens + (overheads[index] ?? 0));
  const shares = fairShares(needs, room);
  const isWhole = (index: number) => (shares[index] ?? 0) >= (needs[index] ?? 0);
  const wholeIds = documents.filter((_, index) => isWhole(index)).map(({ objectId }) => objectId);
  const long = documents.flatMap((document, index) =>
    isWhole(index) ? [] : [{ document, room: (shares[index] ?? 0) - (costs[index] ?? 0) - tokensPerExcerptNote }],
  );
  const [texts, excerpts] = await Promise.all([
    wholeIds.length > 0 ? library.texts(wholeIds) : new Map<string, string>(),
    readExcerpts(library, question, long),
  ]);
  let tokens = 0;
  const files = documents.map(({ objectId, name }, index): ConversationFile => {
    const excerpt = excerpts.get(objectId);
    tokens += excerpt ? (costs[index] ?? 0) + tokensPerExcerptNote + excerpt.tokens : (needs[index] ?? 0);
    const note = [...(notes[index] ?? []), excerpt?.note].filter(Boolean).join(' ');
    return {
      objectId,
      name,
      note,
      passages: excerpt?.passages ?? [texts.get(objectId) ?? ''].filter(Boolean),
      isLasting: !excerpt && !imageNotes.has(objectId),
    };
  });
  const newNames = names.filter(({ isNew }) => isNew).map(({ name }) => name);
  return { files, givenPassages: [...excerpts.values()].flatMap(({ kept }) => kept), wholeIds, newNames, tokens };
}

const noNotes: ReadonlyMap<string, string> = new Map();

function notesOf({ problem, passageCount }: DocumentFact, imageNote: string | undefined): string[] {
  const isOnlyImage = imageNote !== undefined && passageCount === 0;
  return [imageNote, !isOnlyImage && problem].filter((note) => typeof note === 'string');
}

interface Excerpt {
  kept: Passage[];
  passages: string[];
  tokens: number;
  note: string;
}

type Placed = Passage & { objectId: string; place: number };
interface SizedPassage {
  passage: Placed;
  tokens: number;
}
interface LongFile {
  document: DocumentFact;
  room: number;
}

async function readExcerpts(
  library: FileLibrary,
  question: string,
  long: readonly LongFile[],
): Promise<Map<string, Excerpt>> {
  if (long.length === 0) return new Map();
  const wholePages = wholePagesIn(long.reduce((sum, { room }) => sum + room, 0));
  const matches = (await library.passages(question, maxMatches, wholePages)).filter(isPlaced);
  const part = asksForWhole(question) ? matchedPartOfWhole : matchedPart;
  const chosen = long.map((file) => choosePlaces(file, matches, part));
  const passages = (await library.passagesAt(chosen.flat())).filter(isPlaced);
  const sizes = await sizesOf(passages.map(({ objectId, place, text }) => ({ key: `${objectId}:${place}`, text })));
  const byFile = new Map(long.map(({ document }) => [document.objectId, new Map<number, SizedPassage>()]));
  passages.forEach((passage, index) => {
    byFile.get(passage.objectId)?.set(passage.place, { passage, tokens: sizes[index] ?? 0 });
  });
  return new Map(
    long.map(({ document, room }, index) => {
      const own = byFile.get(document.objectId);
      const ranked = (chosen[index] ?? []).flatMap(({ place }) => own?.get(place) ?? []);
      return [document.objectId, fitExcerpt(document, ranked, room)];
    }),
  );
}

const isPlaced = (passage: Passage): passage is Placed => passage.objectId !== undefined && passage.place !== undefined;

/** Indexes of the passages to read, most important first. */
function choosePlaces(
  { document, room }: LongFile,
  matches: readonly Placed[],
  part: number,
): { objectId: string; place: number }[] {
  const { objectId, passageCount, tokens } = document;
  const count = Math.floor(room / Math.max(1, tokens / Math.max(1, passageCount)));
  const found = matches.filter((match) => match.objectId === objectId).map(({ place }) => place);
  const matched = found.slice(0, Math.ceil(count * part));
  const spread = spreadPlaces(passageCount, count - matched.length);
  // The first passage usually describes the file.
  return [...new Set([...spread.slice(0, 1), ...matched, ...shuffledEvenly(spread.slice(1))])].map((place) => ({
    objectId,
    place,
  }));
}

/** Orders passages from coarse to fine, so that dropping the last ones leaves no large gap. */
function shuffledEvenly(places: readonly number[]): number[] {
  const order: number[] = [];
  for (let step = places.length; step >= 1; step = Math.floor(step / 2)) {
    for (let index = step - 1; index < places.length; index += step) order.push(places[index] ?? 0);
  }
  return [...new Set(order)];
}

/** `ranked` has the most important passages first. */
function fitExcerpt({ passageCount }: DocumentFact, ranked: readonly SizedPassage[], room: number): Excerpt {
  let tokens = 0;
  const kept: Placed[] = [];
  for (const { passage, tokens: size } of ranked) {
    if (tokens + size + tokensPerPage > room) continue;
    tokens += size + tokensPerPage;
    kept.push(passage);
  }
  kept.sort((a, b) => a.place - b.place);
  const note = excerptNote(kept.length, passageCount, { andSpread: true });
  return { kept, passages: joinNeighbors(kept), tokens, note };
}
