import { expect, it } from 'vitest';
import { joinedPassages } from './joined-passages';

const passage = (objectId: string, place: number, start: number, text: string, page: number | null = null) => ({
  objectId,
  place,
  start,
  text,
  page,
});

it('joins consecutive passages in any order, and keeps others separate', () => {
  const joined = joinedPassages([
    passage('b', 0, 0, 'Other.'),
    passage('a', 2, 12, 'Three.', 2),
    passage('a', 1, 6, 'Two.', 1),
    passage('a', 1, 6, 'Two.', 1),
    passage('a', 7, 90, 'Far.', 9),
  ]);
  expect(joined).toEqual([
    {
      objectId: 'a',
      start: 6,
      text: 'Two.\n\nThree.',
      pages: [
        { page: 1, start: 6 },
        { page: 2, start: 12 },
      ],
    },
    { objectId: 'a', start: 90, text: 'Far.', pages: [{ page: 9, start: 90 }] },
    { objectId: 'b', start: 0, text: 'Other.', pages: [] },
  ]);
});
