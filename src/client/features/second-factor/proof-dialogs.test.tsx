/** The proof required before the second factor changes: with a password, with a passkey, and with neither. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { pageLoads } from '~/client/testing/page-loads';
import { renderInApp } from '~/client/testing/render';
import { signInMethods as passwordOnly } from '~/client/testing/sign-in-methods';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { providerWords } from '~/client/words/sign-in-providers';
import { uiWords } from '~/client/words/ui';
import { RenewCodes } from './renew-codes';
import { TurnOff } from './turn-off';

const signInMethods = { ...passwordOnly, hasSecondFactor: true, hasApp: true };

function serve(answers: FakeResponses) {
  const requests = fakeServer({ 'identities.list': () => signInMethods, ...answers });
  return (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
}

function turnOff(answers: FakeResponses = {}, isRequired = false) {
  const sent = serve({ 'secondFactor.turnOff': () => ({ message: 'Off' }), ...answers });
  const onClose = vi.fn();
  const page = renderInApp(<TurnOff isRequired={isRequired} onClose={onClose} />);
  const dialog = within(screen.getByRole('dialog', { name: words.turnOffTitle }));
  return { sent, onClose, dialog, ...page };
}

it('explains the effect of turning off, also if a second factor is required', () => {
  const first = turnOff();
  expect(first.dialog.getByText(words.turnOffBody)).toBeDefined();
  first.unmount();
  expect(turnOff({}, true).dialog.getByText(words.turnOffRequired)).toBeDefined();
});

it.each([false, true])(
  'says that a passkey stays a second factor, and stays on the page (required: %s)',
  async (isRequired) => {
    const assign = pageLoads();
    const { user, dialog, onClose } = turnOff(
      { 'identities.list': () => ({ ...signInMethods, hasPasskey: true }) },
      isRequired,
    );
    expect(await dialog.findByText(words.turnOffWithPasskey)).toBeDefined();
    expect(dialog.queryByText(words.turnOffBody)).toBeNull();
    expect(dialog.queryByText(words.turnOffRequired)).toBeNull();
    await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
    await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
    expect(await screen.findByText(words.turnedOff)).toBeDefined();
    expect(onClose).toHaveBeenCalledOnce();
    expect(assign).not.toHaveBeenCalled();
  },
);

it.each([
  [false, words.turnOffBody],
  [true, words.turnOffWithPasskey],
])('does not mention a password to users who sign in only with a provider (passkey: %s)', async (hasPasskey, body) => {
  const { dialog } = turnOff({
    'identities.list': () => ({ ...signInMethods, hasPassword: false, isConfirmed: true, hasPasskey }),
  });
  expect(await dialog.findByText(providerWords.confirmed)).toBeDefined();
  expect(dialog.getByText(body)).toBeDefined();
  expect(dialog.queryByText(/password/i)).toBeNull();
});

it('leads to setting up a new one if one is required', async () => {
  const assign = pageLoads();
  const { user, dialog, onClose } = turnOff({}, true);
  await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
  await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth?redirect=/settings%3Ftab%3Dpassword'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays on the page if none is required', async () => {
  const assign = pageLoads();
  const { user, dialog, onClose } = turnOff();
  await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
  await user.type(dialog.getByLabelText(words.code), '123 456{Enter}');
  expect(await screen.findByText(words.turnedOff)).toBeDefined();
  expect(onClose).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
});

it('shows a wrong code beside its field and keeps the password', async () => {
  const message = 'This code is not valid.';
  const { user, dialog, onClose } = turnOff({
    'secondFactor.turnOff': () => {
      throw new ServerError(message, { fieldErrors: { code: message } });
    },
  });
  await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
  await user.type(dialog.getByLabelText(words.code), '000000{Enter}');
  await waitFor(() => expect(errorOf(dialog.getByLabelText(words.code))).toBe(message));
  expect(screen.getByText(words.turnOffFailed)).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>(words.yourPassword).value).toBe('secret');
  expect(document.activeElement).toBe(dialog.getByLabelText(words.code));
  expect(onClose).not.toHaveBeenCalled();
});

it('clears the field when the user switches between codes and recovery codes', async () => {
  const { user, dialog } = turnOff();
  await user.type(dialog.getByLabelText(words.code), '123');
  await user.click(dialog.getByRole('button', { name: words.useRecovery }));
  const recovery = dialog.getByLabelText<HTMLInputElement>(words.recoveryCode);
  expect(recovery.value).toBe('');
  expect(recovery.inputMode).toBe('text');
  await user.click(dialog.getByRole('button', { name: words.useApp }));
  expect(dialog.getByLabelText<HTMLInputElement>(words.code).inputMode).toBe('numeric');
});

it('requires nothing more after confirmation with a passkey', async () => {
  const { user, dialog, sent } = turnOff({
    'identities.list': () => ({ ...signInMethods, hasPasskey: true, isPasskeyConfirmed: true, isConfirmed: true }),
  });
  expect(await dialog.findByText(providerWords.confirmed)).toBeDefined();
  expect(dialog.queryByLabelText(words.code)).toBeNull();
  expect(dialog.queryByLabelText(words.yourPassword)).toBeNull();
  await user.click(dialog.getByRole('button', { name: words.turnOff }));
  await waitFor(() => expect(sent('secondFactor.turnOff')).toEqual([{}]));
});

describe('a confirmation that has ended', () => {
  const confirmed = { ...signInMethods, hasPasskey: true, isPasskeyConfirmed: true };
  /** Confirmed at first, and no longer when asked again. */
  const listedOnce = (first = confirmed) => {
    const answers = [first];
    return () => answers.shift() ?? { ...signInMethods, hasPasskey: true };
  };
  const passwordField = (dialog: ReturnType<typeof turnOff>['dialog']) => dialog.findByLabelText(words.yourPassword);

  it('asks for the password when the server rejects the request', async () => {
    const message = 'Password is required';
    const { user, dialog } = turnOff({
      'identities.list': listedOnce(),
      'secondFactor.turnOff': () => {
        throw new ServerError(message, { fieldErrors: { password: message } });
      },
    });
    expect(await dialog.findByText(providerWords.confirmed)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: words.turnOff }));
    expect(errorOf(await passwordField(dialog))).toBe(message);
    expect(dialog.queryByText(providerWords.confirmed)).toBeNull();
  });

  it('asks for the password when its time is over', async () => {
    const { dialog } = turnOff({ 'identities.list': listedOnce({ ...confirmed, confirmedForMs: 1 }) });
    expect(await passwordField(dialog)).toBeDefined();
    await waitFor(() => expect(dialog.getByLabelText(words.code)).toBeDefined());
  });

  it('asks for the password when the dialog opens again', async () => {
    const { dialog, rerender, onClose } = turnOff({ 'identities.list': listedOnce() });
    expect(await dialog.findByText(providerWords.confirmed)).toBeDefined();
    rerender(<TurnOff key="again" isRequired={false} onClose={onClose} />);
    expect(await screen.findByLabelText(words.yourPassword)).toBeDefined();
  });
});

it('redirects an account without a password to its provider, and then requires only the code', async () => {
  const google = { id: 'google', name: 'Google' };
  const before = turnOff({
    'identities.list': () => ({ ...signInMethods, hasPassword: false, confirmWith: [google] }),
  });
  const link = await before.dialog.findByRole('link', { name: providerWords.confirmWith('Google') });
  expect(link.getAttribute('href')).toContain('redirect=%2Fsettings%3Ftab%3Dpassword');
  before.unmount();
  const { user, dialog, sent } = turnOff({
    'identities.list': () => ({ ...signInMethods, hasPassword: false, isConfirmed: true }),
  });
  await dialog.findByText(providerWords.confirmed);
  await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
  await waitFor(() => expect(sent('secondFactor.turnOff')).toEqual([{ code: '123456' }]));
});

function renew(answers: FakeResponses) {
  const sent = serve(answers);
  const [onCodes, onClose] = [vi.fn(), vi.fn()];
  const page = renderInApp(<RenewCodes onCodes={onCodes} onClose={onClose} />);
  const dialog = within(screen.getByRole('dialog', { name: words.renewTitle }));
  return { sent, onCodes, onClose, dialog, ...page };
}

it("can't be closed while new codes are created, which replace the earlier ones", async () => {
  let finish = () => {};
  const { user, dialog, onCodes, onClose } = renew({
    'secondFactor.renewCodes': () =>
      new Promise((resolve) => {
        finish = () => resolve({ recoveryCodes: ['abcd-efgh-jkmn-pqrs'] });
      }),
  });
  await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
  await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
  await dialog.findByRole('button', { name: words.renewing });
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(onCodes).toHaveBeenCalledWith(['abcd-efgh-jkmn-pqrs']));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows why there are no new codes', async () => {
  const { user, dialog, onCodes } = renew({
    'secondFactor.renewCodes': () => {
      throw new ServerError('Too many attempts. Try again later.', { code: 'TOO_MANY_REQUESTS' });
    },
  });
  await user.type(dialog.getByLabelText(words.yourPassword), 'secret');
  await user.type(dialog.getByLabelText(words.code), '123456{Enter}');
  expect(await screen.findByText('Too many attempts. Try again later.')).toBeDefined();
  expect(screen.getByText(words.renewFailed)).toBeDefined();
  expect(onCodes).not.toHaveBeenCalled();
});
