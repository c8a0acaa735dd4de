import { describe, expect, it } from 'vitest';
import { SseDecoder } from './sse';

function decode(text: string, bytesPerChunk = Number.POSITIVE_INFINITY): string[] {
  const decoder = new SseDecoder();
  const bytes = Buffer.from(text);
  const events: string[] = [];
  const step = Math.min(bytesPerChunk, bytes.length);
  for (let at = 0; at < bytes.length; at += step) events.push(...decoder.push(bytes.subarray(at, at + step)));
  return [...events, ...decoder.end()];
}

describe('server-sent events', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('are read with %s, in pieces of any size', (_, end) => {
    const stream = ['event: a', 'data: {"n":1}', '', ': a comment', 'data: – 📉', '', ''].join(end);
    for (let size = 1; size <= stream.length; size += 1) expect(decode(stream, size)).toEqual(['{"n":1}', '– 📉']);
  });

  it('join several data lines and drop only one leading space', () => {
    expect(decode('data: a\ndata:b\ndata:  c\n\n')).toEqual(['a\nb\n c']);
  });

  it('without data are no events', () => {
    expect(decode('event: ping\n\n: keep-alive\n\nretry: 5\n\nid: 1\n\n')).toEqual([]);
  });

  it('keep data that is empty', () => {
    expect(decode('data:\n\n')).toEqual(['']);
  });

  it('count when the stream ends without an empty line', () => {
    expect(decode('data: last')).toEqual(['last']);
  });

  it('of a megabyte in small pieces are read in linear time', () => {
    const timed = (bytes: number) => {
      const text = 'x'.repeat(bytes);
      const startedAt = performance.now();
      const decoded = decode(`data: ${text}\n\n`, 512);
      const ms = performance.now() - startedAt;
      expect(decoded).toEqual([text]);
      return ms;
    };
    const fastest = (bytes: number) => Math.min(...Array.from({ length: 7 }, () => timed(bytes)));
    // Four times the bytes take four times as long; in quadratic time they would take sixteen times as long.
    expect(fastest(1 << 20) / fastest(1 << 18)).toBeLessThan(10);
  });
});
