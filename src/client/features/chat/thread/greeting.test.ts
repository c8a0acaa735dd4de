import { expect, test } from 'vitest';
import { greeting } from './greeting';

const at = (hour: number) => new Date(2026, 10, 23, hour, 30);

test('the greeting follows the time of day', () => {
  const hours = [4, 5, 11, 12, 17, 18, 23];
  expect(hours.map((hour) => greeting(at(hour), 'Nora'))).toEqual([
    'Good evening, Nora',
    'Good morning, Nora',
    'Good morning, Nora',
    'Good afternoon, Nora',
    'Good afternoon, Nora',
    'Good evening, Nora',
    'Good evening, Nora',
  ]);
});

test('without a name it is only the time of day', () => {
  expect([null, undefined, '  '].map((name) => greeting(at(9), name))).toEqual(Array(3).fill('Good morning'));
});
