import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada as testUser } from '~/client/testing/users';
import { unknownAbilities } from '~/shared/schemas/models';
import { readChoice } from '../models/model-choice';
import SearchNotice from './search-notice';
import SourcesPicker from './sources-picker';

const model = {
  id: 'm',
  name: 'M',
  endpointId: null,
  isDefault: true,
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: true,
  abilities: { ...unknownAbilities, webSearch: true },
};
const serve = (webSearch: boolean, isAdmin = false) =>
  fakeServer({
    'auth.config': () => ({ ...config, model: { name: 'm', isConnected: true, canSearchWeb: webSearch } }),
    'auth.user': () => ({ ...testUser, isAdmin }),
    'models.list': () => [{ ...model, abilities: { ...unknownAbilities, webSearch } }],
  });

it('keeps the choice of sources for the next messages', async () => {
  serve(true);
  const { user } = renderInApp(<SourcesPicker />);
  await user.click(await screen.findByRole('button', { name: 'Sources: Web' }));
  expect(screen.getByRole('menuitemradio', { name: /^Web/ }).getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByRole('menuitemradio', { name: /^Only my files/ }));
  expect(readChoice(testUser.id)).toEqual({ sources: 'files' });
  await user.click(screen.getByRole('button', { name: 'Sources: Only my files' }));
  await user.click(screen.getByRole('menuitemradio', { name: /^Web/ }));
  expect(readChoice(testUser.id)).toEqual({});
});

it('does not offer the web where it is unavailable', async () => {
  serve(false);
  const { user } = renderInApp(<SourcesPicker />);
  await user.click(await screen.findByRole('button', { name: 'Sources: No web' }));
  const web = screen.getByRole('menuitemradio', { name: /^Web/ });
  expect(web.getAttribute('aria-disabled')).toBe('true');
  await user.click(web);
  expect(readChoice(testUser.id)).toEqual({});
});

it.each([
  [true, 'No live search. Add a search provider in Settings'],
  [false, 'No live search. Ask your administrator to set it up.'],
])('shows who can set up web search (administrator: %s)', async (isAdmin, text) => {
  serve(false, isAdmin);
  renderInApp(<SearchNotice sources={undefined} canSearch={false} isConnected canCallTools />);
  await waitFor(() => expect(document.body.textContent).toContain(text));
});
