/** Errors in the passkeys section. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { passkeyWords as words } from '~/client/words/passkeys';
import { secondFactorWords } from '~/client/words/second-factor';
import { uiWords } from '~/client/words/ui';
import { PasskeysPart } from './passkeys-part';
import RequiredSetup from './required-setup';

const added = new Date('2026-01-05T09:00:00Z');
const laptop = { id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f', name: 'Laptop', createdAt: added, lastUsedAt: null };
const challenge = { challenge: 'AAAA', rp: { id: 'localhost', name: 'qInsight' }, user: { id: 'AAAA', name: 'ada' } };
const options = () => ({ options: { ...challenge, pubKeyCredParams: [], excludeCredentials: [] } });
const create = vi.fn();

beforeEach(() => {
  // Browser APIs that happy-dom lacks.
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
});
afterEach(() => {
  create.mockReset();
  Reflect.deleteProperty(navigator, 'credentials');
});

function open(answers: FakeResponses = {}, element = <PasskeysPart onCodes={() => {}} />) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'identities.list': () => ({ ...signInMethods, hasApp: true }),
    'passkeys.list': () => [laptop],
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(element) };
}
const button = (name: string) => screen.findByRole('button', { name });
const fails =
  (message: string, fieldErrors: Record<string, string> = {}) =>
  () => {
    throw new ServerError(message, { code: 'FORBIDDEN', httpStatus: 403, fieldErrors });
  };

async function addLaptop(page: ReturnType<typeof open>) {
  await page.user.click(await button(words.add));
  await page.user.type(screen.getByLabelText(words.name), 'Laptop');
  await page.user.type(screen.getByLabelText(words.yourPassword), 'secret{Enter}');
}

it('reloads the passkeys after an error', async () => {
  let isDown = true;
  const { user } = open({ 'passkeys.list': () => (isDown ? fails('The service is busy')() : [laptop]) });
  expect(await screen.findByText(words.failedToLoad)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(await button(uiWords.retry));
  expect(await screen.findByText('Laptop')).toBeDefined();
});

it('shows when a passkey was added and last used', async () => {
  const used = new Date('2026-02-05T09:00:00Z');
  open({ 'passkeys.list': () => [laptop, { ...laptop, id: 'b', name: 'Phone', lastUsedAt: used }] });
  const [first, second] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(first).toContain(words.added(formatMoment(added)));
  expect(first).toContain(words.neverUsed);
  expect(second).toContain(words.lastUsed(formatMoment(used)));
});

it('shows that the device already has a passkey of this account', async () => {
  create.mockRejectedValue(new DOMException('excluded', 'InvalidStateError'));
  await addLaptop(open({ 'passkeys.begin': options }));
  expect(await screen.findByText(words.alreadyAdded)).toBeDefined();
});

it('shows a wrong password beside its field, and does not prompt the device', async () => {
  const message = 'Password is incorrect';
  const page = open({ 'passkeys.begin': fails(message, { password: message }) });
  await addLaptop(page);
  await waitFor(() => expect(errorOf(screen.getByLabelText(words.yourPassword))).toBe(message));
  expect(create).not.toHaveBeenCalled();
  expect(page.sent('passkeys.add')).toEqual([]);
});

it("waits for the device, and can't be started twice", async () => {
  create.mockReturnValue(new Promise(() => {}));
  const page = open({ 'passkeys.begin': options });
  await addLaptop(page);
  await page.user.click(await button(words.adding));
  expect(page.sent('passkeys.begin')).toHaveLength(1);
});

it('closes the form on Cancel, with nothing sent', async () => {
  const { user, sent } = open();
  await user.click(await button(words.add));
  await user.click(await button(words.cancel));
  expect(screen.queryByLabelText(words.name)).toBeNull();
  expect(sent('passkeys.begin')).toEqual([]);
});

it('requires a name to rename a passkey, and keeps it if that fails', async () => {
  const { user, sent } = open({ 'passkeys.rename': fails('The service is busy') });
  await user.click(await button(words.renameOf('Laptop')));
  const dialog = within(await screen.findByRole('dialog', { name: words.renameTitle }));
  const field = dialog.getByLabelText<HTMLInputElement>(words.name);
  expect(field.value).toBe('Laptop');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: words.rename }));
  await waitFor(() => expect(errorOf(field)).toBe('Name is required'));
  expect(sent('passkeys.rename')).toEqual([]);
  await user.type(field, 'Work laptop{Enter}');
  expect(await screen.findByText(words.renameFailed)).toBeDefined();
  expect(field.value).toBe('Work laptop');
});

it('requires the password and a code to remove a passkey', async () => {
  const { user, sent } = open({
    'passkeys.remove': fails('Password is incorrect', { password: 'Password is incorrect' }),
  });
  await user.click(await button(words.removeOf('Laptop')));
  const dialog = within(await screen.findByRole('dialog', { name: words.removeTitle('Laptop') }));
  const password = dialog.getByLabelText(words.yourPassword);
  await user.click(dialog.getByRole('button', { name: words.remove }));
  await waitFor(() => expect(errorOf(password)).toBe('Password is required'));
  const code = dialog.getByLabelText(secondFactorWords.code);
  expect(errorOf(code)).toBe('Code is required');
  expect(sent('passkeys.remove')).toEqual([]);
  await user.type(code, '123456');
  await user.type(password, 'wrong{Enter}');
  await waitFor(() => expect(errorOf(password)).toBe('Password is incorrect'));
  expect(sent('passkeys.remove')).toMatchObject([{ password: 'wrong', code: '123456' }]);
  expect(screen.getByText(words.removeFailed)).toBeDefined();
});

it('accepts a passkey as the required second factor, until recovery codes are shown', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  create.mockResolvedValue({
    ...{ id: 'AQID', rawId: bytes, type: 'public-key', getClientExtensionResults: () => ({}) },
    response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] },
  });
  const { user, sent } = open(
    {
      'passkeys.begin': options,
      'passkeys.add': () => ({ passkey: laptop, recoveryCodes: ['abcd-efgh-jkmn-pqrs'] }),
    },
    <RequiredSetup redirect="/qinvest" />,
  );
  await user.click(await button(words.setUpInstead));
  await user.type(screen.getByLabelText(words.name), 'Laptop');
  expect(await button(words.setUpAppInstead)).toBeDefined();
  await user.type(screen.getByLabelText(words.yourPassword), 'secret{Enter}');
  expect(await screen.findByText('abcd-efgh-jkmn-pqrs')).toBeDefined();
  expect(screen.queryByRole('button', { name: words.setUpAppInstead })).toBeNull();
  await user.click(await button(secondFactorWords.codesSaved));
  await waitFor(() => expect(sent('auth.user').length).toBeGreaterThan(1));
});
