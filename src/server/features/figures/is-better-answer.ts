/** Whether a corrected text has fewer unconfirmed figures and has lost nothing else. */
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';

interface Text {
  content: string;
  citations: readonly Citation[];
  metadata: Pick<MessageMetadata, 'unconfirmedFigures' | 'hasUnconfirmedFigures'>;
}

/** Share of the first text's length and words. A text that keeps less is a different answer. */
const minKept = 0.5;

export function isBetter(first: Text, second: Text): boolean {
  const remaining = unconfirmedIn(second);
  return (
    second.content.trim() !== '' &&
    remaining < unconfirmedIn(first) &&
    second.content.length >= first.content.length * minKept &&
    keptWords(first.content, second.content) >= minKept &&
    keepsSources(first, second)
  );
}

/** A text that is too long to review counts as unconfirmed throughout. */
const unconfirmedIn = ({ metadata }: Text) =>
  metadata.unconfirmedFigures?.length ?? (metadata.hasUnconfirmedFigures ? Number.POSITIVE_INFINITY : 0);

/** In scripts without spaces, each character counts as a word. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{L}+/gu;
const wordsOf = (text: string) => new Set(text.toLowerCase().match(wordPattern));

function keptWords(first: string, second: string): number {
  const [before, after] = [wordsOf(first), wordsOf(second)];
  return before.size === 0 ? 1 : [...before].filter((word) => after.has(word)).length / before.size;
}

/** Pages and files only; the portfolio's own figures may change with their references. */
function keepsSources(first: Text, second: Text): boolean {
  const secondSources = new Set(second.citations.flatMap(({ url, objectId }) => url ?? objectId ?? []));
  return first.citations.every(({ url, objectId }) => {
    const source = url ?? objectId;
    return source === undefined || secondSources.has(source);
  });
}
