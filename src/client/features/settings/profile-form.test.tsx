import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { appWords } from '~/client/words/app';
import { settingsWords as words } from '~/client/words/settings';
import { ProfileForm } from './profile-form';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const noDrafts = { read: (_name: string, saved: string) => saved, write() {}, forget() {} };

it('shows beside a name that it is too long', async () => {
  const requests = fakeServer({});
  const { user } = renderInApp(<ProfileForm user={ada} drafts={noDrafts} />);
  await user.click(field(words.firstName));
  await user.paste('x'.repeat(101));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(errorOf(field(words.firstName))).toBe('Names can have at most 100 characters'));
  expect(requests).toEqual([]);
});

it('shows a server error beside its field', async () => {
  fakeServer({
    'auth.updateProfile': () => {
      throw new ServerError('Not this name', { fieldErrors: { lastName: 'Not this name' } });
    },
  });
  const { user } = renderInApp(<ProfileForm user={ada} drafts={noDrafts} />);
  await user.type(field(words.lastName), 'Lovelace{Enter}');
  await waitFor(() => expect(errorOf(field(words.lastName))).toBe('Not this name'));
  expect(field(words.lastName).value).toBe('Lovelace');
});

it('keeps the text if the server is unreachable, and is not sent twice', async () => {
  let isSent = 0;
  const { user } = renderInApp(<ProfileForm user={ada} drafts={noDrafts} />);
  let lose: () => void = () => {};
  vi.stubGlobal('fetch', () => {
    isSent += 1;
    return new Promise((_resolve, reject) => (lose = () => reject(new TypeError('Failed to fetch'))));
  });
  await user.type(field(words.lastName), 'Lovelace{Enter}');
  await user.click(await screen.findByRole('button', { name: words.savingProfile }));
  await user.type(field(words.lastName), '{Enter}');
  expect(isSent).toBe(1);
  lose();
  expect(await screen.findByText(appWords.unreachable)).toBeDefined();
  expect(field(words.lastName).value).toBe('Lovelace');
});

it('disables saving until a name is changed', async () => {
  const requests = fakeServer({ 'auth.updateProfile': () => ({ ...ada, lastName: 'Lovelace' }) });
  const { user } = renderInApp(<ProfileForm user={ada} drafts={noDrafts} />);
  const save = screen.getByRole('button', { name: words.saveProfile });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(save);
  await user.type(field(words.firstName), ' {Enter}');
  expect(requests).toEqual([]);
  await user.type(field(words.lastName), 'Lovelace');
  expect(save.getAttribute('aria-disabled')).toBeNull();
  await user.click(save);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(document.activeElement).toBe(save);
});
