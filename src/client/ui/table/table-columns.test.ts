import { expect, it } from 'vitest';
import { nextSort } from './table-columns';

it('reverses the active column and starts another one ascending', () => {
  const first = nextSort(undefined, 'email');
  expect(first).toEqual({ key: 'email', direction: 'ascending' });
  expect(nextSort(first, 'email')).toEqual({ key: 'email', direction: 'descending' });
  expect(nextSort({ key: 'email', direction: 'descending' }, 'email')).toEqual(first);
  expect(nextSort({ key: 'email', direction: 'descending' }, 'name')).toEqual({ key: 'name', direction: 'ascending' });
});
