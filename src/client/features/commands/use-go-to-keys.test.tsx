import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import type { CurrentUser } from '~/shared/schemas/auth';
import { useGoToKeys } from './use-go-to-keys';

const never = () => false;
const always = () => true;

function Page({ isIgnored = never }: { isIgnored?: () => boolean }) {
  useGoToKeys(isIgnored);
  return <input aria-label="Message" />;
}

async function setUp(user: CurrentUser | null = ada, isIgnored = never) {
  const requests = fakeServer({ 'auth.user': () => user });
  const app = renderInApp(<Page isIgnored={isIgnored} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  return app;
}
const placeOf = ({ router }: Awaited<ReturnType<typeof setUp>>) => router.history.location.pathname;

it.each([
  ['gc', '/qchat'],
  ['gi', '/qinvest'],
  ['gk', '/collections'],
  ['gt', '/track-record'],
  ['gs', '/settings'],
])('%s opens %s', async (pressed, path) => {
  const app = await setUp();
  await app.user.keyboard(pressed);
  expect(placeOf(app)).toBe(path);
});

it('opens all collections for administrators', async () => {
  const app = await setUp({ ...ada, isAdmin: true });
  await app.user.keyboard('gk');
  expect(placeOf(app)).toBe('/knowledge');
});

it('requires G immediately before', async () => {
  const app = await setUp();
  await app.user.keyboard('s');
  await app.user.keyboard('gxs');
  expect(placeOf(app)).toBe('/');
});

it('ignores keys typed in a field', async () => {
  const app = await setUp();
  await app.user.type(screen.getByLabelText('Message'), 'gs');
  expect(placeOf(app)).toBe('/');
  expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('gs');
});

it.each([
  ['nobody is signed in', null, never],
  ['single keys are off', ada, always],
])('does nothing when %s', async (_, person, isIgnored) => {
  const app = await setUp(person, isIgnored);
  await app.user.keyboard('gs');
  expect(placeOf(app)).toBe('/');
});
