/** Token counts of messages and passages, remembered because their texts do not change. */
import { countTokens, mostTokens } from '~/server/lib/tokens/count-tokens';

const mostRemembered = 50_000;
/** What is assumed when the counter fails; most texts have more bytes to a token. */
const bytesPerToken = 3;

const remembered = new Map<string, number>();

export interface Countable {
  /** Names the text for as long as it stays the same. */
  key?: string;
  text: string;
}

/** The tokens of each text. Only those that are not known yet are counted. */
export async function sizesOf(texts: readonly Countable[]): Promise<number[]> {
  const known = texts.map(({ key }) => (key === undefined ? undefined : remembered.get(key)));
  const unknown = texts.flatMap((countable, index) => (known[index] === undefined ? [{ ...countable, index }] : []));
  const counts = await countOrEstimate(unknown.map(({ text }) => text));
  unknown.forEach(({ key, index }, place) => {
    const count = counts[place] ?? 0;
    known[index] = count;
    if (key !== undefined) remember(key, count);
  });
  return known.map((count) => count ?? 0);
}

function countOrEstimate(texts: string[]): Promise<number[]> {
  return countTokens(texts).catch(() => texts.map((text) => Math.ceil(mostTokens(text) / bytesPerToken)));
}

/** The oldest entries make room. */
function remember(key: string, count: number): void {
  remembered.set(key, count);
  if (remembered.size <= mostRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
