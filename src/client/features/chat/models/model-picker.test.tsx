import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adaRow } from '~/client/testing/users';
import { Button } from '~/client/ui/form/button';
import { modelWords as words } from '~/client/words/models';
import { unknownAbilities } from '~/shared/schemas/models';
import { readChoice, writeChoice } from './model-choice';
import { ModelPicker } from './model-picker';

const offered = (id: string, isDefault = false) => ({
  id,
  name: id.toUpperCase(),
  endpointId: null,
  isDefault,
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: true,
  abilities: { ...unknownAbilities, webSearch: false },
});
const all = [offered('usual', true), offered('other'), offered('limited')];

afterEach(() => vi.unstubAllGlobals());

function Sender() {
  const send = trpc.messages.send.useMutation();
  const input = { clientRequestId: crypto.randomUUID(), content: 'Why?', model: 'limited' };
  return <Button onClick={() => send.mutate(input)}>Ask</Button>;
}

it('falls back to the default, with a notice, when the chosen model is no longer available to the user', async () => {
  let models = all;
  fakeServer({
    'auth.user': () => adaRow,
    'models.list': () => models,
    'messages.send': () => {
      models = all.slice(0, 2);
      throw new ServerError('This AI model is not available to you.', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  writeChoice(adaRow.id, { model: 'limited' });
  const { user } = renderInApp(
    <>
      <ModelPicker />
      <Sender />
    </>,
  );
  expect(await screen.findByRole('button', { name: words.chosen('LIMITED') })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText(words.goneHint('USUAL'))).toBeTruthy();
  expect(screen.getByRole('button', { name: words.chosen('USUAL') })).toBeTruthy();
  await waitFor(() => expect(readChoice(adaRow.id).model).toBeUndefined());
});

it('is a sheet on phones: no field takes the focus; Escape and a tap outside return it to the button', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  fakeServer({ 'auth.user': () => adaRow, 'models.list': () => all });
  const { user } = renderInApp(<ModelPicker />);
  const opener = await screen.findByRole('button', { name: words.chosen('USUAL') });
  await user.click(opener);
  const sheet = await screen.findByRole('dialog', { name: words.model });
  expect(sheet.closest('[popover]')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(sheet));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);

  await user.click(opener);
  const scrim = (await screen.findByRole('dialog')).closest<HTMLElement>('[popover]');
  if (!scrim) throw new Error('the sheet is not in the top layer');
  await user.click(scrim);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);

  await user.click(opener);
  await user.click(await screen.findByRole('option', { name: /OTHER/ }));
  expect(readChoice(adaRow.id).model).toBe('other');
  expect(document.activeElement).toBe(opener);
});

it('leaves Enter, Escape and arrow keys to an active input method', async () => {
  fakeServer({ 'auth.user': () => adaRow, 'models.list': () => all });
  const { user } = renderInApp(<ModelPicker />);
  await user.click(await screen.findByRole('button', { name: words.chosen('USUAL') }));
  const search = await screen.findByRole('combobox', { name: words.search });
  const first = search.getAttribute('aria-activedescendant');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(search, { key, keyCode: 229 });
  expect(screen.getByRole('combobox', { name: words.search })).toBe(search);
  expect(search.getAttribute('aria-activedescendant')).toBe(first);
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(search.getAttribute('aria-activedescendant')).not.toBe(first);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('combobox', { name: words.search })).toBeNull();
});
