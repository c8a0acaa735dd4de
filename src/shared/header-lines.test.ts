import { expect, it } from 'vitest';
import { parseHeaderLines } from './header-lines';

it('reads one header a line, and blank lines as nothing', () => {
  expect(parseHeaderLines('')).toEqual({});
  expect(parseHeaderLines('X-Team: research\n\n api-key :a:b \r\n')).toEqual({
    'X-Team': 'research',
    'api-key': 'a:b',
  });
});

it.each(['X-Team', 'X-Team:', ': value', 'two words: value'])('does not read %j', (text) => {
  expect(parseHeaderLines(text)).toBeNull();
});
