import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp, renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { accountMenuWords } from '~/client/words/account-menu';
import { passkeyWords } from '~/client/words/passkeys';
import type { SignInMethods } from '~/shared/schemas/identities';
import { draftKey } from './chat-draft';
import { passkeyProblem } from './passkeys';
import { useSignOut } from './session';
import { announceSessionEnd, onSessionEnd } from './session-end';
import { useProof } from './sign-in-methods';
import { dismissToast, toast, useShownToast } from './toast';
import { trpc } from './trpc';

const key = draftKey({ userId: ada.id, conversationId: undefined });
const others = draftKey({ userId: 'bob', conversationId: undefined });
let left: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  onSessionEnd(() => {});
});

async function signedIn(answers: FakeResponses) {
  fakeServer({ 'auth.user': () => ada, ...answers });
  localStorage.setItem(key, 'A draft');
  localStorage.setItem(others, 'A draft of another account');
  const app = renderHookInApp(() => ({ user: trpc.auth.user.useQuery().data, signOut: useSignOut() }), undefined);
  await waitFor(() => expect(app.result.current.user).toEqual(ada));
  return app;
}

it('signing out removes all data of the account from this browser', async () => {
  const { result, queryClient } = await signedIn({ 'auth.logout': () => ({ message: 'Signed out' }) });
  queryClient.setQueryData(['positions'], 'Tesla');
  act(() => result.current.signOut.mutate());
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/'));
  expect(localStorage.getItem(key)).toBeNull();
  expect(localStorage.getItem(others)).not.toBeNull();
  expect(queryClient.getQueryData(['positions'])).toBeUndefined();
});

it('a failed sign-out changes nothing and shows the error', async () => {
  const { result, queryClient } = await signedIn({
    'auth.logout': () => {
      throw new ServerError('The service is busy', { httpStatus: 503 });
    },
  });
  act(() => result.current.signOut.mutate());
  expect(await screen.findByText(accountMenuWords.signOutFailed)).toBeDefined();
  expect(left).not.toHaveBeenCalled();
  expect(localStorage.getItem(key)).toBe('A draft');
  expect(queryClient.getQueriesData({}).some(([, data]) => data !== undefined)).toBe(true);
});

it('announces the end of the session for 401 responses only', async () => {
  const ended = vi.fn();
  onSessionEnd(ended);
  let refusal = new ServerError('Not allowed', { code: 'FORBIDDEN', httpStatus: 403 });
  fakeServer({
    'models.list': () => {
      throw refusal;
    },
  });
  const { result } = renderHookInApp(() => trpc.models.list.useQuery(), undefined);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(ended).not.toHaveBeenCalled();
  refusal = new ServerError('Please sign in', { code: 'UNAUTHORIZED', httpStatus: 401 });
  await act(() => result.current.refetch());
  expect(ended).toHaveBeenCalledOnce();
});

it('opens the setup page if a second factor has become required', async () => {
  fakeServer({
    'models.list': () => {
      throw new ServerError('Set up a second factor', { httpStatus: 403, appCode: 'second_factor_setup' });
    },
  });
  const { result } = renderHookInApp(() => trpc.models.list.useQuery(), undefined);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(left).toHaveBeenCalledExactlyOnceWith('/auth');
});

it('only the latest handler is called when the session ends', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  onSessionEnd(first);
  onSessionEnd(second);
  announceSessionEnd();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

it('shows one message at a time, and keeps a newer one when an old one is dismissed', () => {
  const { result } = renderHookInApp(useShownToast, undefined);
  act(() => toast({ title: 'First' }));
  const first = result.current?.id;
  act(() => toast({ title: 'Second' }));
  expect(result.current?.title).toBe('Second');
  act(() => dismissToast(first));
  expect(result.current?.title).toBe('Second');
  act(() => dismissToast());
  expect(result.current).toBeUndefined();
});

it('offers the action of a message', async () => {
  const run = vi.fn();
  const { user } = renderInApp(<p>The page</p>);
  act(() => toast({ kind: 'success', title: 'Moved', action: { label: 'Undo', run } }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
});

async function proof(changes: Partial<SignInMethods>) {
  fakeServer({ 'identities.list': () => ({ ...signInMethods, ...changes }) });
  const { result, queryClient } = renderHookInApp(useProof, undefined);
  // Until the account has loaded, the password is required.
  expect(result.current.needsPassword).toBe(true);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return result.current;
}

it.each([
  ['has a password', {}, { needsPassword: true, isConfirmed: false }],
  ['has no password', { hasPassword: false }, { needsPassword: false, isConfirmed: false }],
  ['has confirmed with a passkey', { isPasskeyConfirmed: true }, { needsPassword: false, isConfirmed: true }],
  [
    'has signed in at a provider',
    { hasPassword: false, isConfirmed: true },
    { needsPassword: false, isConfirmed: true },
  ],
])('determines how an account that %s confirms sensitive actions', async (_, changes, expected) => {
  expect(await proof(changes)).toMatchObject(expected);
});

it('offers a passkey only if the account has one and the browser supports it', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect((await proof({ hasPasskey: true })).passkey).toBeUndefined();
  vi.stubGlobal('PublicKeyCredential', class {});
  expect((await proof({ hasPasskey: false })).passkey).toBeUndefined();
  expect((await proof({ hasPasskey: true })).passkey).toMatchObject({ isPending: false });
});

it.each([
  ['NotAllowedError', passkeyWords.canceled],
  ['AbortError', passkeyWords.canceled],
  ['InvalidStateError', passkeyWords.alreadyAdded],
  ['SecurityError', passkeyWords.unsupported],
  ['NotSupportedError', passkeyWords.unsupported],
])('explains the passkey error %s', (name, text) => {
  expect(passkeyProblem(Object.assign(new Error('raw'), { name }))).toBe(text);
});

it('shows the message of the server for a rejected passkey', () => {
  const refusal = Object.assign(new Error('This passkey is unknown'), { data: { httpStatus: 401 } });
  expect(passkeyProblem(refusal)).toBe('This passkey is unknown');
});
