import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { settingsWords as words } from '~/client/words/settings';
import { uiWords } from '~/client/words/ui';
import { ChatPreferencesSection } from './chat-preferences-section';

const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

function open(answers: FakeResponses = {}) {
  let stored = { modelTitles: true, suggestedQuestions: false };
  const requests = fakeServer({
    'account.chatPreferences': () => stored,
    'account.saveChatPreferences': (input) => {
      stored = { ...stored, ...(input as Partial<typeof stored>) };
      return stored;
    },
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, stored: () => stored, ...renderInApp(<ChatPreferencesSection />) };
}

it('shows the stored choices, with their effects', async () => {
  open();
  expect((await box(words.modelTitles)).checked).toBe(true);
  expect((await box(words.suggestedQuestions)).checked).toBe(false);
  expect(screen.getByText(words.modelTitlesNote)).toBeDefined();
  expect(screen.getByText(words.suggestedQuestionsNote)).toBeDefined();
});

it('keeps both of two choices made at once', async () => {
  const { user, stored } = open();
  await user.click(await box(words.modelTitles));
  await user.click(await box(words.suggestedQuestions));
  await waitFor(() => expect(stored()).toEqual({ modelTitles: false, suggestedQuestions: true }));
  expect((await box(words.modelTitles)).checked).toBe(false);
  expect((await box(words.suggestedQuestions)).checked).toBe(true);
});

it('shows the stored choice again if it was changed several times and none was saved', async () => {
  let isDown = false;
  let refuseAll = () => {};
  const isRefused = new Promise<void>((resolve) => {
    refuseAll = resolve;
  });
  const refuse = (): never => {
    throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
  };
  const { user, sent } = open({
    'account.chatPreferences': () => (isDown ? refuse() : { modelTitles: true, suggestedQuestions: false }),
    'account.saveChatPreferences': () => isRefused.then(refuse),
  });
  const titles = await box(words.modelTitles);
  isDown = true;
  for (const isChosen of [false, true, false]) {
    await user.click(titles);
    await waitFor(() => expect(titles.checked).toBe(isChosen));
  }
  refuseAll();
  await waitFor(() => expect(sent('account.saveChatPreferences')).toHaveLength(3));
  expect(await screen.findByText(words.chatFailed)).toBeDefined();
  await waitFor(() => expect(titles.checked).toBe(true));
});

it('changes a choice with the space bar', async () => {
  const { user, sent } = open();
  const titles = await box(words.modelTitles);
  await user.tab();
  expect(document.activeElement).toBe(titles);
  await user.keyboard(' ');
  await waitFor(() => expect(sent('account.saveChatPreferences')).toEqual([{ modelTitles: false }]));
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({
    'account.chatPreferences': () => {
      if (isDown) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
      return { modelTitles: false, suggestedQuestions: true };
    },
  });
  expect(await screen.findByText(words.chatFailedToLoad)).toBeDefined();
  expect(screen.queryByLabelText(words.modelTitles)).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect((await box(words.suggestedQuestions)).checked).toBe(true);
});
