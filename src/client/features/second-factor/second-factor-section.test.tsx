import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { ada } from '~/client/testing/users';
import { secondFactorWords as words } from '~/client/words/second-factor';
import RequiredSetup from './required-setup';
import SecondFactorSection from './second-factor-section';

const secret = 'JBSWY3DPEHPK3PXP';
const recoveryCodes = ['abcd-efgh-jkmn-pqrs', 'tuvw-xyz1-2345-6789'];
const off = { isOn: false, since: null, recoveryCodesLeft: 0, isRequired: false };
const on = { isOn: true, since: new Date('2026-01-05T09:00:00Z'), recoveryCodesLeft: 8, isRequired: false };
const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

function setUp(answers: FakeResponses, element = <SecondFactorSection />) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'identities.list': () => ({ ...signInMethods, hasApp: true }),
    'passkeys.list': () => [],
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(element) };
}

it('is set up with the password, a QR code and a first code, and then shows the recovery codes once', async () => {
  let status: typeof off | typeof on = off;
  const { user, sent } = setUp({
    'secondFactor.status': () => status,
    'secondFactor.begin': () => ({ secret, uri: `otpauth://totp/qInsight:ada?secret=${secret}` }),
    'secondFactor.confirm': () => {
      status = on;
      return { recoveryCodes };
    },
  });
  expect(await screen.findByText(words.notSetUp)).toBeDefined();
  await user.click(await button(words.setUpApp));
  await user.type(await field(words.yourPassword), 'correct horse{Enter}');
  const drawing = await screen.findByRole('img', { name: words.qrCode });
  expect(drawing.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/);
  expect((await screen.findByLabelText(words.secret)).textContent).toBe('JBSW Y3DP EHPK 3PXP');
  await user.type(await field(words.stepCode), '123456{Enter}');
  for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeDefined();
  expect(sent('secondFactor.begin')).toEqual([{ password: 'correct horse' }]);
  expect(sent('secondFactor.confirm')).toEqual([{ code: '123456' }]);
  await user.click(await button(words.codesSaved));
  expect(await screen.findByText(words.codesLeft(8))).toBeDefined();
  expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
});

it('also takes a recovery code to set up the app beside a passkey', async () => {
  const { user, sent } = setUp({
    'identities.list': () => ({ ...signInMethods, hasPasskey: true, hasSecondFactor: true }),
    'secondFactor.status': () => ({ ...off, isOn: true, recoveryCodesLeft: 10 }),
    'secondFactor.begin': () => ({ secret, uri: 'otpauth://totp/x' }),
  });
  await user.click(await button(words.setUpApp));
  await user.type(await field(words.yourPassword), 'correct horse');
  await user.type(await field(words.recoveryCode), 'abcd-efgh-jkmn-pqrs{Enter}');
  await waitFor(() =>
    expect(sent('secondFactor.begin')).toEqual([{ password: 'correct horse', code: 'abcd-efgh-jkmn-pqrs' }]),
  );
});

it('shows why the password or the code was rejected, and can be canceled', async () => {
  const wrong = (name: string, text: string) => new ServerError(text, { fieldErrors: { [name]: text } });
  let isWrong = true;
  const { user } = setUp({
    'secondFactor.status': () => off,
    'secondFactor.begin': () => {
      if (isWrong) throw wrong('password', 'Password is incorrect');
      return { secret, uri: 'otpauth://totp/x' };
    },
    'secondFactor.confirm': () => {
      throw wrong('code', 'This code is not valid.');
    },
  });
  await user.click(await button(words.setUpApp));
  await user.type(await field(words.yourPassword), 'wrong{Enter}');
  await waitFor(async () => expect(errorOf(await field(words.yourPassword))).toBe('Password is incorrect'));
  isWrong = false;
  await user.click(await button(words.start));
  await user.type(await field(words.stepCode), '000000{Enter}');
  await waitFor(async () => expect(errorOf(await field(words.stepCode))).toBe('This code is not valid.'));
  await user.click(await button(words.cancel));
  expect(await screen.findByText(words.notSetUp)).toBeDefined();
});

it('is turned off with the password and a code, or a recovery code', async () => {
  let status: typeof off | typeof on = on;
  const { user, sent } = setUp({
    'secondFactor.status': () => status,
    'secondFactor.turnOff': () => {
      status = off;
      return { message: 'The authenticator app is turned off.' };
    },
  });
  await user.click(await button(words.turnOff));
  const dialog = within(await screen.findByRole('dialog', { name: words.turnOffTitle }));
  await user.click(dialog.getByRole('button', { name: words.turnOff }));
  await waitFor(() => expect(errorOf(dialog.getByLabelText(words.code))).toBe('Code is required'));
  await user.type(dialog.getByLabelText(words.yourPassword), 'correct horse');
  await user.click(dialog.getByRole('button', { name: words.useRecovery }));
  await user.type(dialog.getByLabelText(words.recoveryCode), 'abcd-efgh-jkmn-pqrs');
  await user.click(dialog.getByRole('button', { name: words.turnOff }));
  expect(await screen.findByText(words.turnedOff)).toBeDefined();
  expect(sent('secondFactor.turnOff')).toEqual([{ password: 'correct horse', code: 'abcd-efgh-jkmn-pqrs' }]);
  expect(await screen.findByText(words.notSetUp)).toBeDefined();
});

it('shows new recovery codes, and suggests creating them when few are left', async () => {
  const { user } = setUp({
    'secondFactor.status': () => ({ ...on, recoveryCodesLeft: 1 }),
    'secondFactor.renewCodes': () => ({ recoveryCodes }),
  });
  expect(await screen.findByText(new RegExp(words.codesLeft(1)))).toBeDefined();
  expect(screen.getByText(new RegExp(words.fewLeft))).toBeDefined();
  await user.click(await button(words.renew));
  const dialog = within(await screen.findByRole('dialog', { name: words.renewTitle }));
  await user.type(dialog.getByLabelText(words.yourPassword), 'correct horse');
  await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
  expect(await screen.findByText(recoveryCodes[1] ?? '')).toBeDefined();
  await user.click(await button(words.codesSaved));
  expect(screen.queryByText(recoveryCodes[1] ?? '')).toBeNull();
});

it.each([
  ['with a password', true, words.note],
  ['only with a provider', false, words.noteOfProvider],
])('says what it is for to users who sign in %s', async (_how, hasPassword, note) => {
  setUp({ 'secondFactor.status': () => off, 'identities.list': () => ({ ...signInMethods, hasPassword }) });
  expect(await screen.findByText(note)).toBeDefined();
});

it('shows that it could not be loaded, and tries again', async () => {
  let isFailing = true;
  const { user } = setUp({
    'secondFactor.status': () => {
      if (isFailing) throw new ServerError('Something went wrong', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
      return on;
    },
  });
  expect(await screen.findByText(words.failedToLoad)).toBeDefined();
  isFailing = false;
  await user.click(await button('Retry'));
  expect(await screen.findByText(words.codesLeft(8))).toBeDefined();
});

it('is the only content for a user who must set it up, and continues once the codes are saved', async () => {
  const who = vi.fn(() => ({ ...ada, mustSetUpSecondFactor: true as const }));
  const { user } = setUp(
    {
      'auth.user': who,
      'secondFactor.begin': () => ({ secret, uri: 'otpauth://totp/x' }),
      'secondFactor.confirm': () => ({ recoveryCodes }),
    },
    <RequiredSetup redirect="/qinvest" />,
  );
  expect(await button(words.signOut)).toBeDefined();
  await user.type(await field(words.yourPassword), 'correct horse{Enter}');
  await user.type(await field(words.stepCode), '123456{Enter}');
  await user.click(await button(words.codesSaved));
  await waitFor(() => expect(who.mock.calls.length).toBeGreaterThan(1));
});
