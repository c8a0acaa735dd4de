import { expect, it } from 'vitest';
import { prose } from './prose';

const oneSided = /^(?:[mp][lr]|left|right|(?:margin|padding|border)(?:Left|Right)\w*)$/;

function sidesOf(style: object): string[] {
  return Object.entries(style).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return sidesOf(value);
    return oneSided.test(name) || (name === 'textAlign' && /left|right/.test(String(value))) ? [name] : [];
  });
}

it('sets answers for languages of both directions: their markers and lines are at the start, wherever that is', () => {
  expect(sidesOf(prose)).toEqual([]);
  expect(sidesOf({ '& li': { pl: '6' }, '& td': { textAlign: 'left' } })).toEqual(['pl', 'textAlign']);
});

it('takes the bullet from the items of a task list alone: others beside them keep theirs', () => {
  const unmarked = Object.entries(prose).filter(([, style]) => /"listStyleType":"none"/.test(JSON.stringify(style)));
  expect(unmarked.map(([selector]) => selector)).toEqual(['& .task-list-item']);
});
