import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adaRow } from '~/client/testing/users';
import { welcomeWords as words } from '~/client/words/welcome';
import { Welcome } from './welcome';

const { suggested, offline } = words.portfolioQuestions;

it.each([
  ['all', { isConnected: true, hasPositions: true }, [...suggested, ...words.suggestedQuestions]],
  ['none about an empty portfolio', { isConnected: true, hasPositions: false }, words.suggestedQuestions],
  ['those that need no model', { isConnected: false, hasPositions: true }, [...offline, ...words.offlineQuestions]],
  ['what can be asked at all', { isConnected: false, hasPositions: false }, words.offlineQuestions],
])('suggests %s', async (_, { isConnected, hasPositions }, questions) => {
  fakeServer({
    'auth.user': () => adaRow,
    'auth.config': () => ({ ...config, hasPositions, model: { ...config.model, isConnected } }),
    'models.list': () => [],
  });
  renderInApp(<Welcome onStarted={() => {}} />);
  const list = await screen.findByRole('list', { name: words.suggestions });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(questions),
  );
});
