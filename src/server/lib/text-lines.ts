/**
 * Lines of a stream of UTF-8. Unlike those of node:readline, they end only at a line feed: since Node 24, readline also
 * ends a line at U+2028 and U+2029, which JSON contains unescaped.
 */
import { StringDecoder } from 'node:string_decoder';

export async function* textLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of input) {
    // Splitting only the new chunk keeps a very long line from being copied with each chunk.
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    rest += first;
    for (const line of others) {
      yield rest;
      rest = line;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
