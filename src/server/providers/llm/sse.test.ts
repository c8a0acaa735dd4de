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

  it('join several data lines and strip only one leading space', () => {
    const stream = 'data: a\r\ndata:b\r\ndata:  c\r\n\r\n';
    for (let size = 1; size <= stream.length; size += 1) expect(decode(stream, size)).toEqual(['a\nb\n c']);
  });

  it.each(['', '\n'])('end the stream if one of them has no end, with lines that end in %j', (end) => {
    const decoder = new SseDecoder();
    const piece = Buffer.from(`data: ${'a'.repeat(1024 * 1024)}${end}`);
    const pushAll = () => {
      for (let sent = 0; sent < 40 * 1024 * 1024; sent += piece.length) decoder.push(piece);
    };
    expect(pushAll).toThrow('invalid response');
  });

  it('begin after a byte order mark, which a later event may contain', () => {
    for (let size = 1; size <= 8; size += 1)
      expect(decode('\ufeffdata: a\n\ndata: \ufeffb\n\n', size)).toEqual(['a', '\ufeffb']);
  });

  it('are ignored without data', () => {
    expect(decode('event: ping\n\n: keep-alive\n\nretry: 5\n\nid: 1\n\n')).toEqual([]);
  });

  it('keep empty data', () => {
    expect(decode('data:\n\n')).toEqual(['']);
  });

  it('are returned if the stream ends without an empty line', () => {
    expect(decode('data: last')).toEqual(['last']);
  });

  it('of four megabytes in small pieces are parsed in linear time', () => {
    const fastest = (events: string[]) => {
      const text = events.map((event) => `data: ${event}\n\n`).join('');
      const times = Array.from({ length: 3 }, () => {
        const startedAt = performance.now();
        expect(decode(text, 512)).toEqual(events);
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    const small = 'x'.repeat(1 << 14);
    const inOne = fastest([small.repeat(256)]);
    const inMany = fastest(Array.from({ length: 256 }, () => small));
    // The same bytes in a single event. Quadratic parsing would take about 256 times as long.
    expect(inOne / inMany).toBeLessThan(40);
  });
});
