import { expect, it } from 'vitest';
import { changedLines } from './changed-lines';

it('lists added and removed lines, not lines that only moved or changed their spacing', () => {
  const found = changedLines('One\nTwo  words\nThree\nThree', 'Three\nTwo words\n\nOne\nFour');
  expect(found).toEqual({ isChanged: true, added: ['Four'], removed: ['Three'] });
  expect(changedLines('One\nTwo', 'Two\n\nOne ')).toEqual({ isChanged: false, added: [], removed: [] });
});

it('shows at most 50 lines, and cuts long ones', () => {
  const many = Array.from({ length: 60 }, (_, n) => `${n} ${'x'.repeat(400)}`).join('\n');
  const { added } = changedLines('', many);
  expect(added).toHaveLength(50);
  expect(added[0]).toHaveLength(300);
});
