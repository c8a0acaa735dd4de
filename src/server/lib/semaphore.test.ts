import { expect, it } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore';

const { signal } = new AbortController();

it('gives a released slot to the longest waiting call', async () => {
  const { acquire, release } = createSemaphore(1);
  await acquire(signal);
  const order: string[] = [];
  const second = acquire(signal).then(() => order.push('second'));
  const third = acquire(signal).then(() => order.push('third'));
  release();
  await second;
  expect(order).toEqual(['second']);
  release();
  await third;
  expect(order).toEqual(['second', 'third']);
});

it('takes an aborted call out of the queue', async () => {
  const { acquire, release } = createSemaphore(1);
  await acquire(signal);
  const leave = new AbortController();
  const left = acquire(leave.signal);
  const next = acquire(signal);
  leave.abort(new Error('The user left.'));
  await expect(left).rejects.toThrow('The user left.');
  release();
  expect(await next).toBeUndefined();
});

it('gives each user two slots, and the next one to the longest waiting request', async () => {
  const semaphore = createKeyedSemaphore({ slots: 2, queueLength: 1, message: 'Too many images.' });
  const release = await semaphore.acquire('ann');
  await semaphore.acquire('ann');
  const order: string[] = [];
  const third = semaphore.acquire('ann').then(() => order.push('ann'));
  await expect(semaphore.acquire('ann')).rejects.toMatchObject({ code: 'too_many', message: 'Too many images.' });
  await semaphore.acquire('bob').then(() => order.push('bob'));
  expect(order).toEqual(['bob']);
  release();
  await third;
  expect(order).toEqual(['bob', 'ann']);
});

it('an aborted call gets no slot and leaves no entry', async () => {
  const semaphore = createKeyedSemaphore({ slots: 1 });
  const gone = AbortSignal.abort(new Error('left'));
  await expect(semaphore.acquire('a', gone)).rejects.toThrow('left');
  const release = await semaphore.acquire('a', signal);
  // Also while another call has the slot, where it would otherwise wait forever.
  await expect(semaphore.acquire('a', gone)).rejects.toThrow('left');
  const next = semaphore.acquire('a', signal);
  release();
  expect(await next).toBeTypeOf('function');
});
