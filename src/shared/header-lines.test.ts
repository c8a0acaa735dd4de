import { expect, it } from 'vitest';
import { parseHeaderLines } from './header-lines';

it('parses one header per line and ignores blank lines', () => {
  expect(parseHeaderLines('')).toEqual({});
  expect(parseHeaderLines('X-Team: research\n\n api-key :a:b \r\n')).toEqual({
    'X-Team': 'research',
    'api-key': 'a:b',
  });
});

it.each(['X-Team', 'X-Team:', ': value', 'two words: value'])('rejects %j', (text) => {
  expect(parseHeaderLines(text)).toBeNull();
});
