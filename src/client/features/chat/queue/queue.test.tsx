import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderHookInApp } from '~/client/testing/render';
import { changeQueue, queueKey, readQueue, useQueue, type WaitingMessage } from './queue';

const key = queueKey('ada', 'c1');
const item = (requestId: string): WaitingMessage => ({
  requestId,
  content: 'And banks?',
  files: [{ id: 'f', objectPath: '/objects/f', name: 'a.pdf', type: 'application/pdf', size: 3, at: 1 }],
  choice: { model: 'deep' },
  after: 'a1',
});

afterEach(() => {
  changeQueue(key, () => []);
  vi.unstubAllGlobals();
});

it('shows messages that are added here or in another tab', () => {
  const { result } = renderHookInApp(useQueue, key);
  expect(result.current).toEqual([]);
  act(() => changeQueue(key, (queue) => [...queue, item('r1')]));
  expect(result.current).toEqual([item('r1')]);
  act(() => {
    localStorage.setItem(key, JSON.stringify([item('r1'), item('r2')]));
    dispatchEvent(new Event('storage'));
  });
  expect(result.current.map(({ requestId }) => requestId)).toEqual(['r1', 'r2']);
});

it('changes the stored queue instead of an outdated copy', () => {
  changeQueue(key, () => [item('r1')]);
  localStorage.setItem(key, JSON.stringify([item('r1'), item('r2')]));
  changeQueue(key, (queue) => queue.filter(({ requestId }) => requestId !== 'r1'));
  expect(readQueue(key)).toEqual([item('r2')]);
});

it('leaves nothing in storage when it is empty', () => {
  changeQueue(key, () => [item('r1')]);
  changeQueue(key, () => []);
  expect(localStorage.getItem(key)).toBeNull();
});

it('is separate for each conversation and each account', () => {
  changeQueue(key, () => [item('r1')]);
  expect(readQueue(queueKey('ada', 'c2'))).toEqual([]);
  expect(readQueue(queueKey('bob', 'c1'))).toEqual([]);
});

it.each([
  ['no JSON', '{'],
  ['no list', '{"requestId":"r1"}'],
  ['a message without a text', JSON.stringify([{ ...item('r1'), content: 7 }])],
  ['a message without a choice', JSON.stringify([{ ...item('r1'), choice: null }])],
  // Stored values end up in links.
  ['a file of another site', JSON.stringify([{ ...item('r1'), files: [{ objectPath: 'https://evil.example/' }] }])],
  ['an invalid file', JSON.stringify([{ ...item('r1'), files: [null] }])],
])('treats storage that contains %s as empty', (_, stored) => {
  localStorage.setItem(key, stored);
  expect(readQueue(key)).toEqual([]);
});

it('keeps a second message that no longer fits into the storage', () => {
  changeQueue(key, () => [item('r1')]);
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  changeQueue(key, (queue) => [...queue, item('r2')]);
  expect(readQueue(key)).toEqual([item('r1'), item('r2')]);
  setItem.mockRestore();
  changeQueue(key, ([, second]) => (second ? [second] : []));
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual([item('r2')]);
});

it('lasts until a reload if storage is forbidden', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  changeQueue(key, () => [item('r1')]);
  expect(readQueue(key)).toEqual([item('r1')]);
  vi.unstubAllGlobals();
});
