import { describe, expect, it } from 'vitest';
import { ResponseBody } from './response-body';

const texts = ['Wächst', '成長', '📉📈'];
const lines = texts.map((text) => `data: {"text":"${text}"}\n\n`).join('');
const read = (chunks: readonly Buffer[]) => {
  const body = new ResponseBody();
  const events = [...chunks.flatMap((chunk) => body.push(chunk)), ...body.end()];
  return { kind: body.kind, texts: events.map((data) => (JSON.parse(data) as { text: string }).text) };
};

describe('a stream', () => {
  it.each([
    ['as it is', lines],
    ['after a byte order mark', `\ufeff${lines}`],
    ['after white space', `\n \r\n${lines}`],
    ['that starts with another character', `成: x\n${lines}`],
  ])('%s is the same wherever its first chunk ends', (_name, stream) => {
    const bytes = Buffer.from(stream);
    for (let at = 0; at <= bytes.length; at++)
      expect({ at, ...read([bytes.subarray(0, at), bytes.subarray(at)]) }).toEqual({ at, kind: 'stream', texts });
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(read(single)).toEqual({ kind: 'stream', texts });
  });
});

it('another response is read as text, wherever its first chunk ends', () => {
  const bytes = Buffer.from('\ufeff{"text":"成長"}');
  for (let at = 0; at <= bytes.length; at++) {
    const body = new ResponseBody();
    body.push(bytes.subarray(0, at));
    body.push(bytes.subarray(at));
    expect({ at, kind: body.kind, text: body.text }).toEqual({ at, kind: 'json', text: '{"text":"成長"}' });
  }
});
