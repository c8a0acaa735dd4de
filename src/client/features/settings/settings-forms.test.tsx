import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import type { CreatedApiToken } from '~/shared/schemas/tokens';
import { ChatPreferencesSection } from './chat-preferences-section';
import DeleteAccountDialog from './delete-account-dialog';
import { InstructionsSection } from './instructions-section';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { TokensSection } from './tokens-section';
import type { Drafts } from './use-drafts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const token: CreatedApiToken = {
  id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  name: 'Reports',
  scope: 'write',
  createdAt: new Date('2026-01-05T09:00:00Z'),
  lastUsedAt: null,
  expiresAt: null,
  token: 'qi_secret',
};
const press = (name: string) => screen.getByRole('button', { name });

function keptDrafts(texts = new Map<string, string>()): Drafts {
  return {
    read: (name, saved) => texts.get(name) ?? saved,
    write: (name, text) => void texts.set(name, text),
    forget: (...names) => void names.map((name) => texts.delete(name)),
  };
}

it('keeps unsaved text of the profile when the tab is switched, and discards it once saved', async () => {
  const requests = fakeServer({ 'auth.updateProfile': () => ({ ...ada, firstName: 'Ada B.' }) });
  const texts = new Map<string, string>();
  const drafts = keptDrafts(texts);
  const first = renderInApp(<ProfileForm user={ada} drafts={drafts} />);
  await first.user.type(field(words.firstName), ' B.');
  first.unmount();
  const { user } = renderInApp(<ProfileForm user={ada} drafts={drafts} />);
  expect(field(words.firstName).value).toBe('Ada B.');
  await user.click(press(words.saveProfile));
  expect(await screen.findByText(words.profileSaved)).toBeDefined();
  expect(requests).toEqual([{ path: 'auth.updateProfile', input: { firstName: 'Ada B.', lastName: '' } }]);
  expect(texts.size).toBe(0);
});

it('shows why the profile was not saved and keeps the text', async () => {
  fakeServer({
    'auth.updateProfile': () => {
      throw new ServerError('Something went wrong', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
    },
  });
  const { user } = renderInApp(<ProfileForm user={ada} drafts={keptDrafts()} />);
  await user.type(field(words.lastName), 'Lovelace{Enter}');
  expect(await screen.findByText(words.profileFailed)).toBeDefined();
  expect(field(words.lastName).value).toBe('Lovelace');
});

it('warns before leaving unsaved custom instructions, but no longer when the toast says they are saved', async () => {
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  fakeServer({
    'auth.config': () => config,
    'account.instructions': () => ({ instructions: '' }),
    'account.saveInstructions': () => ({ instructions: 'Answer in euros.' }),
  });
  const { user } = renderInApp(<InstructionsSection drafts={keptDrafts()} />);
  await user.type(await screen.findByLabelText(words.instructions), 'Answer in euros.');
  expect(warns()).toBe(true);
  // The toast appears before the form rerenders with the saved text.
  const atToast = new Promise<boolean>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.body.textContent?.includes(words.instructionsSaved)) return;
      observer.disconnect();
      resolve(warns());
    }).observe(document.body, { childList: true, subtree: true });
  });
  await user.click(press(words.saveInstructions));
  expect(await atToast).toBe(false);
  await user.type(screen.getByLabelText(words.instructions), ' Briefly.');
  expect(warns()).toBe(true);
});

it('validates both passwords and clears the password form after a change', async () => {
  const requests = fakeServer({
    'auth.changePassword': () => ({ message: 'Done' }),
    'sessions.list': () => [],
  });
  const { user } = renderInApp(<PasswordForm user={ada} />);
  await user.type(field(words.newPassword), 'short{Enter}');
  await waitFor(() => expect(errorOf(field(words.newPassword))).toBe(words.newPasswordTooShort(6)));
  expect(errorOf(field(words.currentPassword))).toBe('Current password is required');
  expect(document.activeElement).toBe(field(words.currentPassword));
  await user.type(field(words.currentPassword), 'old secret');
  await user.type(field(words.newPassword), 'er secret');
  await user.click(field(words.revokeTokens));
  await user.click(press(words.updatePassword));
  expect(await screen.findByText(words.passwordSaved)).toBeDefined();
  expect(requests).toContainEqual({
    path: 'auth.changePassword',
    input: { currentPassword: 'old secret', newPassword: 'shorter secret', revokeTokens: false },
  });
  expect(field(words.currentPassword).value).toBe('');
  expect(field(words.newPassword).value).toBe('');
  expect(field(words.revokeTokens).checked).toBe(true);
});

it('shows a wrong current password beside its field', async () => {
  fakeServer({
    'auth.changePassword': () => {
      throw new ServerError('Current password is incorrect', {
        fieldErrors: { currentPassword: 'Current password is incorrect' },
      });
    },
  });
  const { user } = renderInApp(<PasswordForm user={ada} />);
  await user.type(field(words.currentPassword), 'wrong');
  await user.type(field(words.newPassword), 'long enough{Enter}');
  await waitFor(() => expect(errorOf(field(words.currentPassword))).toBe('Current password is incorrect'));
  expect(field(words.newPassword).value).toBe('long enough');
  expect(document.activeElement).toBe(field(words.currentPassword));
});

it('requires a name and the password for an API token, and shows it once, until it is revoked', async () => {
  const requests = fakeServer({
    'tokens.list': () => [token],
    'tokens.create': () => token,
    'tokens.revoke': () => ({ message: 'Token revoked' }),
  });
  const { user } = renderInApp(<TokensSection />);
  await user.click(press(words.createToken));
  await waitFor(() => expect(errorOf(field(words.tokenName))).toBe('Name is required'));
  expect(errorOf(field(words.tokenPassword))).toBe('Password is required');
  await user.type(field(words.tokenName), 'Reports');
  await user.type(field(words.tokenPassword), 'secret');
  await user.selectOptions(field(words.tokenAccess), 'write');
  await user.selectOptions(field(words.tokenExpiry), '');
  expect(screen.getByText(words.tokenScopeNotes.write)).toBeDefined();
  expect(screen.getByText(words.tokenNeverNote)).toBeDefined();
  await user.click(press(words.createToken));
  await waitFor(() => expect(document.body.innerHTML).toContain('qi_secret'));
  expect(requests).toContainEqual({
    path: 'tokens.create',
    input: { name: 'Reports', password: 'secret', scope: 'write', expiresAt: null },
  });
  expect(field(words.tokenName).value).toBe('');
  expect(field(words.tokenAccess).value).toBe('read');
  await user.click(press(words.revokeTokenNamed('Reports')));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revokeToken }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain('qi_secret'));
});

it('deletes an account only with its own email and a password', async () => {
  const requests = fakeServer({ 'account.delete': () => new Promise(() => {}) });
  const { user } = renderInApp(<DeleteAccountDialog email="ada@example.com" onClose={() => {}} />);
  const email = field(words.deleteEmail('ada@example.com'));
  await user.type(email, 'bob@example.com{Enter}');
  await waitFor(() => expect(errorOf(email)).toBe(words.deleteEmailWrong));
  expect(errorOf(field(words.deletePassword))).toBe('Password is required');
  await user.clear(email);
  await user.type(email, ' Ada@Example.com');
  await user.type(field(words.deletePassword), 'secret{Enter}');
  expect(await screen.findByRole('button', { name: words.deleting })).toBeDefined();
  expect(requests.map(({ path }) => path).filter((path) => path !== 'identities.list')).toEqual(['account.delete']);
});

it('shows the length of custom instructions that are too long, and does not send them', async () => {
  const requests = fakeServer({
    'account.instructions': () => ({ instructions: 'a'.repeat(limits.instructionsCharacters) }),
    'account.saveInstructions': () => ({ instructions: 'Be brief' }),
  });
  const texts = new Map<string, string>();
  const { user } = renderInApp(<InstructionsSection drafts={keptDrafts(texts)} />);
  const box = await screen.findByLabelText<HTMLTextAreaElement>(words.instructions);
  await user.type(box, 'b');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect((press(words.saveInstructions) as HTMLButtonElement).disabled).toBe(true);
  expect(texts.get('instructions')).toHaveLength(limits.instructionsCharacters + 1);
  await user.clear(box);
  await user.type(box, ' Be brief');
  await user.click(press(words.saveInstructions));
  expect(await screen.findByText(words.instructionsSaved)).toBeDefined();
  expect(box.value).toBe('Be brief');
  expect(texts.size).toBe(0);
  expect(requests).toContainEqual({ path: 'account.saveInstructions', input: { instructions: ' Be brief' } });
});

it('shows the form of the custom instructions only with its hint, which would move the content below', async () => {
  let answerConfig = (_config: typeof config) => {};
  const arriving = new Promise<typeof config>((resolve) => {
    answerConfig = resolve;
  });
  const requests = fakeServer({
    'account.instructions': () => ({ instructions: 'Be brief' }),
    'auth.config': () => arriving,
  });
  renderInApp(<InstructionsSection drafts={keptDrafts()} />);
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(screen.queryByLabelText(words.instructions)).toBeNull();
  answerConfig({ ...config, model: { ...config.model, isConnected: false } });
  await screen.findByLabelText(words.instructions);
  expect(screen.getByText(words.instructionsUnused)).toBeDefined();
});

it('saves a chat preference at once, and reverts it if that failed', async () => {
  let isRefused = false;
  let stored = { modelTitles: true, suggestedQuestions: true };
  const requests = fakeServer({
    'account.chatPreferences': () => stored,
    'account.saveChatPreferences': () => {
      if (isRefused) throw new ServerError('Something went wrong', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
      stored = { ...stored, modelTitles: false };
      return stored;
    },
  });
  const { user } = renderInApp(<ChatPreferencesSection />);
  const box = await screen.findByLabelText<HTMLInputElement>(words.modelTitles);
  expect(box.checked).toBe(true);
  await user.click(box);
  expect(box.checked).toBe(false);
  await waitFor(() => expect(stored.modelTitles).toBe(false));
  expect(screen.getByLabelText<HTMLInputElement>(words.suggestedQuestions).checked).toBe(true);
  expect(requests).toContainEqual({ path: 'account.saveChatPreferences', input: { modelTitles: false } });
  isRefused = true;
  await user.click(box);
  expect(await screen.findByText(words.chatFailed)).toBeDefined();
  await waitFor(() => expect(box.checked).toBe(false));
});
