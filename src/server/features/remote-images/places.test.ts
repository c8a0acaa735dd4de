import { expect, it } from 'vitest';
import { createPlaces } from './places';

it('gives each user two slots, and the next one to the longest waiting request', async () => {
  const places = createPlaces({ atOnce: 2, waiting: 1, words: 'Too many images.' });
  const leave = await places.take('ann');
  await places.take('ann');
  const order: string[] = [];
  const third = places.take('ann').then(() => order.push('ann'));
  await expect(places.take('ann')).rejects.toMatchObject({ code: 'too_many', message: 'Too many images.' });
  await places.take('bob').then(() => order.push('bob'));
  expect(order).toEqual(['bob']);
  leave();
  await third;
  expect(order).toEqual(['bob', 'ann']);
});
