/** Assembles the parts of a model request, and builds a shorter one if an endpoint rejects it as too long. */
import type { AnswerRequest } from '~/server/generation/library';
import { cutMiddle } from '~/server/lib/cut-middle';
import type { ModelImage, ModelTurn } from '~/server/providers/llm/types';
import { cutPassages } from '~/server/reading/extract/passages';
import { spreadPlaces } from './budget';
import { type FramedFile, frameFiles, frameOpening } from './file-frame';

export interface RequestParts extends Pick<AnswerRequest, 'systemPrompt' | 'personalization' | 'tools' | 'library'> {
  /** Summary of the messages before `history`. */
  summary?: string | undefined;
  /** How many messages between the summary and `history` are left out. */
  omittedMessages?: number;
  /** Oldest first. */
  history: readonly ModelTurn[];
  question: string;
  images: readonly ModelImage[];
  /** Of the tags around files. */
  boundary: string;
  /** Files that the next requests contain too. They come first, so that endpoints can reuse what they have cached. */
  lastingFiles: readonly FramedFile[];
  /** Files and passages chosen for the question. */
  files: readonly FramedFile[];
}

export function assembleRequest(parts: RequestParts): AnswerRequest {
  const { systemPrompt, personalization, tools, library, images, boundary, lastingFiles, files } = parts;
  // A file can ask the model to repeat its tags.
  const withoutBoundary = (text: string) => (boundary ? text.replaceAll(boundary, '') : text);
  const history = parts.history.map((turn) => ({ ...turn, content: withoutBoundary(turn.content) }));
  const question = withoutBoundary(parts.question);
  const last: ModelTurn = {
    role: 'user',
    content: files.length > 0 ? frameFiles(files, { boundary, before: question }) : question,
    ...(images.length > 0 && { images: [...images] }),
  };
  const [first = last, ...rest] = [...history, last];
  const opening = frameOpening(parts.summary, parts.omittedMessages, first.content);
  const content = lastingFiles.length > 0 ? frameFiles(lastingFiles, { boundary, after: opening }) : opening;
  return {
    systemPrompt,
    ...(personalization && { personalization }),
    turns: [{ ...first, content }, ...rest],
    library,
    ...(tools && { tools }),
    shorten: (factor) => assembleRequest(shortened(parts, factor)),
  };
}

/** Shortens files and history to about `factor` of their length. The message and its images stay. */
function shortened(parts: RequestParts, factor: number): RequestParts {
  const history = parts.history.map(({ role, content }) => ({ role, content }));
  const lengths = history.map(({ content }) => content.length);
  let left = lengths.reduce((sum, length) => sum + length, 0) * factor;
  let from = history.length;
  while (from > 0 && (lengths[from - 1] ?? 0) <= left) {
    from--;
    left -= lengths[from] ?? 0;
  }
  while (from < history.length && history[from]?.role === 'assistant') from++;
  return {
    ...parts,
    history: history.slice(from),
    omittedMessages: (parts.omittedMessages ?? 0) + from,
    summary: parts.summary && cutMiddle(parts.summary, factor),
    lastingFiles: parts.lastingFiles.map((file) => shorten(file, factor)),
    files: parts.files.map((file) => shorten(file, factor)),
  };
}

const shortenedNote = 'Shortened: parts from all over the file. What they do not say may stand in the rest.';

function shorten(file: FramedFile, factor: number): FramedFile {
  const pieces = file.passages.flatMap((text) => cutPassages(text).map((piece) => piece.text));
  if (pieces.length === 0) return file;
  const places = spreadPlaces(pieces.length, Math.max(1, Math.floor(pieces.length * factor)));
  return {
    name: file.name,
    note: file.note?.includes(shortenedNote) ? file.note : [file.note, shortenedNote].filter(Boolean).join(' '),
    passages: places.map((place) => pieces[place] ?? ''),
  };
}
