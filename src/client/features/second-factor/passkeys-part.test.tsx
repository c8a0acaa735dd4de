import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { passkeyWords as words } from '~/client/words/passkeys';
import { secondFactorWords } from '~/client/words/second-factor';
import { PasskeysPart } from './passkeys-part';
import SecondFactorSection from './second-factor-section';

const laptop = {
  id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  name: 'Laptop',
  createdAt: new Date('2026-01-05T09:00:00Z'),
  lastUsedAt: null,
};
const methods = { ...signInMethods, hasPasskey: true };
const button = (name: string) => screen.findByRole('button', { name });
const bytes = new Uint8Array([1, 2, 3]).buffer;
const create = vi.fn();
const get = vi.fn();

beforeEach(() => {
  // Browser APIs that happy-dom lacks.
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true });
});
afterEach(() => {
  create.mockReset();
  get.mockReset();
  Reflect.deleteProperty(navigator, 'credentials');
});

function setUp(answers: FakeResponses, element = <PasskeysPart onCodes={() => {}} />) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'identities.list': () => methods,
    'passkeys.list': () => [laptop],
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(element) };
}
const challenge = { challenge: 'AAAA', rp: { id: 'localhost', name: 'qInsight' }, user: { id: 'AAAA', name: 'ada' } };
const options = () => ({ options: { ...challenge, pubKeyCredParams: [], excludeCredentials: [] } });

const created = {
  ...{ id: 'AQID', rawId: bytes, type: 'public-key', getClientExtensionResults: () => ({}) },
  response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] },
};

it('adds a passkey with a name and the password, and shows the resulting recovery codes', async () => {
  create.mockResolvedValue(created);
  const { user, sent } = setUp({
    'passkeys.begin': options,
    'passkeys.add': () => ({ passkey: laptop, recoveryCodes: ['abcd-efgh-jkmn-pqrs'] }),
  });
  await user.click(await button(words.add));
  await user.click(await button(words.add));
  await waitFor(() => expect(errorOf(screen.getByLabelText(words.name))).toBe('Name is required'));
  await user.type(screen.getByLabelText(words.name), 'Laptop');
  await user.type(screen.getByLabelText(words.yourPassword), 'correct horse{Enter}');
  expect(await screen.findByText('abcd-efgh-jkmn-pqrs')).toBeDefined();
  expect(sent('passkeys.begin')).toEqual([{ password: 'correct horse' }]);
  expect(sent('passkeys.add')).toMatchObject([{ name: 'Laptop', response: { id: 'AQID' } }]);
  await user.click(await button(secondFactorWords.codesSaved));
  expect(screen.queryByLabelText(words.name)).toBeNull();
});

it('offers no other setup and no new codes while the recovery codes of the first passkey are shown', async () => {
  create.mockResolvedValue(created);
  let isOn = false;
  const { user } = setUp(
    {
      'secondFactor.status': () => ({ isOn, since: null, recoveryCodesLeft: isOn ? 10 : 0, isRequired: false }),
      'passkeys.begin': options,
      'passkeys.add': () => {
        isOn = true;
        return { passkey: laptop, recoveryCodes: ['abcd-efgh-jkmn-pqrs'] };
      },
    },
    <SecondFactorSection />,
  );
  await user.click(await button(words.add));
  await user.type(await screen.findByLabelText(words.name), 'Laptop');
  await user.type(screen.getByLabelText(words.yourPassword), 'correct horse{Enter}');
  expect(await screen.findByText('abcd-efgh-jkmn-pqrs')).toBeDefined();
  expect(await screen.findByText(secondFactorWords.codesLeft(10))).toBeDefined();
  expect(screen.queryByRole('button', { name: secondFactorWords.setUpApp })).toBeNull();
  expect(screen.queryByRole('button', { name: secondFactorWords.renew })).toBeNull();
  await user.click(await button(secondFactorWords.codesSaved));
  expect(await button(secondFactorWords.setUpApp)).toBeDefined();
  expect(await button(secondFactorWords.renew)).toBeDefined();
});

it.each([
  ['a code of the app', secondFactorWords.code, '123456'],
  ['a recovery code', secondFactorWords.recoveryCode, 'abcd-efgh'],
])('also takes %s if the account has a second factor', async (_what, label, code) => {
  create.mockRejectedValue(new DOMException('canceled', 'NotAllowedError'));
  const { user, sent } = setUp({
    'identities.list': () => ({ ...methods, hasSecondFactor: true, hasApp: true }),
    'passkeys.begin': options,
  });
  await user.click(await button(words.add));
  await user.type(screen.getByLabelText(words.name), 'Phone');
  await user.type(screen.getByLabelText(words.yourPassword), 'correct horse{Enter}');
  await waitFor(() => expect(errorOf(screen.getByLabelText(secondFactorWords.code))).toBe('Code is required'));
  if (label !== secondFactorWords.code) await user.click(await button(secondFactorWords.useRecovery));
  await user.type(screen.getByLabelText(label), `${code}{Enter}`);
  await waitFor(() => expect(sent('passkeys.begin')).toEqual([{ password: 'correct horse', code }]));
});

it('takes a recovery code alone if no authenticator app is set up', async () => {
  create.mockRejectedValue(new DOMException('canceled', 'NotAllowedError'));
  const { user, sent } = setUp({
    'identities.list': () => ({ ...methods, hasSecondFactor: true }),
    'passkeys.begin': options,
  });
  await user.click(await button(words.add));
  await user.type(screen.getByLabelText(words.name), 'Phone');
  await user.type(screen.getByLabelText(words.yourPassword), 'correct horse');
  await user.type(await screen.findByLabelText(secondFactorWords.recoveryCode), 'abcd-efgh{Enter}');
  expect(screen.queryByRole('button', { name: secondFactorWords.useApp })).toBeNull();
  await waitFor(() => expect(sent('passkeys.begin')).toEqual([{ password: 'correct horse', code: 'abcd-efgh' }]));
});

it('shows that nothing was added when the device prompt was canceled, and keeps the input', async () => {
  create.mockRejectedValue(new DOMException('canceled', 'NotAllowedError'));
  const { user, sent } = setUp({ 'passkeys.begin': options });
  await user.click(await button(words.add));
  await user.type(screen.getByLabelText(words.name), 'Laptop');
  await user.type(screen.getByLabelText(words.yourPassword), 'correct horse{Enter}');
  expect(await screen.findByText(words.canceled)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(words.name).value).toBe('Laptop');
  expect(sent('passkeys.add')).toEqual([]);
});

it('renames a passkey', async () => {
  const { user, sent } = setUp({ 'passkeys.rename': () => ({ message: 'Passkey renamed' }) });
  await user.click(await button(words.renameOf('Laptop')));
  const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: words.name });
  await user.clear(field);
  await user.type(field, 'Key{Enter}');
  await waitFor(() => expect(sent('passkeys.rename')).toEqual([{ id: laptop.id, name: 'Key' }]));
});

it('removes a passkey after confirmation with a passkey instead of the password', async () => {
  get.mockResolvedValue({
    ...{ id: 'AQID', rawId: bytes, type: 'public-key', getClientExtensionResults: () => ({}) },
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
  });
  let isPasskeyConfirmed = false;
  const { user, sent } = setUp({
    'identities.list': () => ({ ...methods, isPasskeyConfirmed }),
    'passkeys.confirmOptions': () => ({ options: { challenge: 'AAAA', allowCredentials: [] } }),
    'passkeys.confirm': () => {
      isPasskeyConfirmed = true;
      return { message: 'Confirmed' };
    },
    'passkeys.remove': () => ({ message: 'Passkey removed' }),
  });
  await user.click(await button(words.removeOf('Laptop')));
  const dialog = within(await screen.findByRole('dialog', { name: words.removeTitle('Laptop') }));
  await user.click(await dialog.findByRole('button', { name: words.useInstead }));
  await waitFor(() => expect(dialog.queryByLabelText(words.yourPassword)).toBeNull());
  await user.click(dialog.getByRole('button', { name: words.remove }));
  expect(await screen.findByText(words.removed)).toBeDefined();
  expect(sent('passkeys.remove')).toEqual([{ id: laptop.id }]);
});

it.each([
  [true, words.note],
  [false, words.noteConfirming],
])('says what a passkey is for while password sign-in is %s', async (hasPasswordSignIn, note) => {
  setUp({ 'auth.config': () => ({ ...config, hasPasswordSignIn }) });
  expect(await screen.findByText(note)).toBeDefined();
});

it('shows when the browser does not support passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  setUp({ 'passkeys.list': () => [] });
  expect(await screen.findByText(words.unsupported)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.add })).toBeNull();
});
