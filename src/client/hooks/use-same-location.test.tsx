import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderHookInApp } from '~/client/testing/render';
import { useSameLocation } from './use-same-location';

const setUp = (within?: 'page') => {
  const { router, result } = renderHookInApp(useSameLocation, within);
  return { router, beginWatch: result.current };
};

it('is true while the user stays', () => {
  const { beginWatch } = setUp();
  const isStillHere = beginWatch();
  expect(isStillHere()).toBe(true);
});

it('is false once a link is pressed, before its page has loaded', async () => {
  const { router, beginWatch } = setUp();
  const isStillHere = beginWatch();
  await act(async () => {
    const arrival = router.navigate({ to: '/settings' });
    expect(isStillHere()).toBe(false);
    await arrival;
  });
  expect(isStillHere()).toBe(false);
});

it('counts another URL of the same page as elsewhere', async () => {
  const { router, beginWatch } = setUp();
  await act(() => router.navigate({ to: '/qchat' }));
  const isStillHere = beginWatch();
  await act(() => router.navigate({ to: '/qchat', search: { c: 'another' } }));
  expect(isStillHere()).toBe(false);
});

it('ignores a changed URL if only the page matters', async () => {
  const { router, beginWatch } = setUp('page');
  await act(() => router.navigate({ to: '/qchat' }));
  const isStillHere = beginWatch();
  await act(() => router.navigate({ to: '/qchat', search: { c: 'another' } }));
  expect(isStillHere()).toBe(true);
  await act(() => router.navigate({ to: '/settings' }));
  expect(isStillHere()).toBe(false);
});
