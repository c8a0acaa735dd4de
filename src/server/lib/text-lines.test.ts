import { describe, expect, it } from 'vitest';
import { textLines } from './text-lines';

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesIn(text: string, size: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of textLines(chunksOf(Buffer.from(text), size))) lines.push(line);
  return lines;
}

describe('the lines of a stream', () => {
  it.each([1, 2, 3, 64])('end only at a line feed, in chunks of %i bytes', async (size) => {
    // JSON leaves these characters as they are, and other readers of lines end a line at some of them.
    const odd = '["a\u2028b","c\u2029d","e\u0085f","g\u000bh","i\u000cj","🙂"]';
    expect(await linesIn(`${odd}\n\n[1]\r\nlast`, size)).toEqual([odd, '', '[1]\r', 'last']);
  });

  it('have no empty line after the last line feed', async () => {
    expect(await linesIn('a\nb\n', 64)).toEqual(['a', 'b']);
    expect(await linesIn('', 64)).toEqual([]);
  });

  it('may be longer than many chunks', async () => {
    const long = 'é'.repeat(300_000);
    expect(await linesIn(`${long}\n${long}`, 1001)).toEqual([long, long]);
  });
});
