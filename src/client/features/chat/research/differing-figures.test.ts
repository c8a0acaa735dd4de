import { expect, it } from 'vitest';
import { differingFigures } from './differing-figures';

const marked = (text: string, other: string) =>
  differingFigures(text, other)
    .map(({ part, isOther }) => (isOther ? `[${part}]` : part))
    .join('');

it.each([
  ['The rate is 2.00%.', 'The rate is 2.25%.', 'The rate is [2.00%].'],
  ['€4,400 million, up 5 %', '€4,200 million, up 5 %', '[€4,400] million, up 5 %'],
  ['5 June 2026', '18 June 2026', '[5] June 2026'],
  ['A loss of -$1.2 bn', 'A loss of $1.2 bn', 'A loss of [-$1.2] bn'],
  ['It is suspended.', 'It is open.', 'It is suspended.'],
  ['', '1', ''],
])('emphasizes the figures of "%s" that "%s" does not contain', (text, other, expected) => {
  expect(marked(text, other)).toBe(expected);
});
