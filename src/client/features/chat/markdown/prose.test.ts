import { expect, it } from 'vitest';
import { prose } from './prose';

const oneSided = /^(?:[mp][lr]|left|right|(?:margin|padding|border)(?:Left|Right)\w*)$/;

function sidesOf(style: object): string[] {
  return Object.entries(style).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return sidesOf(value);
    return oneSided.test(name) || (name === 'textAlign' && /left|right/.test(String(value))) ? [name] : [];
  });
}

it('renders answers in both writing directions, with markers and lines at the start', () => {
  expect(sidesOf(prose)).toEqual([]);
  expect(sidesOf({ '& li': { pl: '6' }, '& td': { textAlign: 'left' } })).toEqual(['pl', 'textAlign']);
});

it('removes only the bullets of task list items', () => {
  const unmarked = Object.entries(prose).filter(([, style]) => /"listStyleType":"none"/.test(JSON.stringify(style)));
  expect(unmarked.map(([selector]) => selector)).toEqual(['& .task-list-item']);
});

it('uses tabular figures only for list numbers and right-aligned cells, because they widen hyphens', () => {
  const tabular = Object.entries(prose).filter(([, style]) => JSON.stringify(style).includes('tabular-nums'));
  expect(tabular.map(([selector]) => selector)).toEqual(['& li::marker', '& td[style*="right"]']);
});

it('uses no universal sibling selectors, because each added element would restyle the whole answer', () => {
  const selectors = (style: object): string[] =>
    Object.entries(style).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null ? [name, ...selectors(value)] : [],
    );
  expect(selectors(prose).filter((selector) => /\*\s*[+~]/.test(selector))).toEqual([]);
});
