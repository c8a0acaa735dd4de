/**
 * Finds the positions that a text names, by ticker or by the first word of a name. Linear in the text and in the
 * positions.
 */

interface Named {
  ticker: string;
  name: string;
}

/** Positions named in the text by ticker or name, in the given order. */
export function mentionedPositions<Position extends Named>(text: string, positions: readonly Position[]): Position[] {
  const mentionedKeys = new Set<string>();
  for (const word of wordsOf(text)) for (const key of keysOfWord(word)) mentionedKeys.add(key);
  return positions.filter((position) => keysOfPosition(position).some((key) => mentionedKeys.has(key)));
}

function* wordsOf(text: string): Iterable<string> {
  for (const [word] of text.matchAll(/[\p{L}\p{N}&-]+(?:\.+[\p{L}\p{N}&-]+)*/gu)) yield word;
}

// A word names a position if they have a key in common. Keys with a space can't be words of the text.
function keysOfWord(word: string): string[] {
  const lower = word.toLowerCase();
  return [`exactly ${word}`, lower, `without its last letter ${lower.slice(0, -1)}`];
}

function keysOfPosition({ ticker, name }: Named): string[] {
  const [first = ''] = name.toLowerCase().split(/[\s,]+/, 1);
  return [
    // Short tickers are also words (IT, ON, A), so their case must match.
    `exactly ${ticker}`,
    ...(ticker.length > 2 ? [ticker.toLowerCase()] : []),
    // Share classes add or drop a letter: “Google” is GOOGL.
    ...(ticker.length > 4 ? [`without its last letter ${ticker.toLowerCase()}`] : []),
    ...(first.length > 3 ? [first] : []),
  ];
}
