import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { savedFiles } from '~/client/testing/saved-files';
import { investWords as words } from '~/client/words/invest';
import { InvestActions } from './invest-actions';

const exported = { fileName: 'positions.csv', mediaType: 'text/csv', text: 'name,ticker\nTesla,TSLA\n' };

function setUp(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'positions.export': () => exported, ...answers });
  const onAdd = vi.fn();
  const onImport = vi.fn();
  return { requests, onAdd, onImport, ...renderInApp(<InvestActions onAdd={onAdd} onImport={onImport} />) };
}
const button = (name: string) => screen.getByRole('button', { name });
const item = (name: string) => screen.findByRole('menuitem', { name });

/** A screen that is too narrow for all buttons. */
function narrow() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
}

it('saves the portfolio as a file in the selected format', async () => {
  const files = savedFiles();
  const { user, requests } = setUp();
  await user.click(button(words.exportPositions));
  await user.click(await item(words.exportCsv));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('positions.csv');
  expect(files[0]?.blob.type).toBe('text/csv');
  expect(await files[0]?.blob.text()).toBe(exported.text);
  expect(requests).toEqual([{ path: 'positions.export', input: { format: 'csv' } }]);
  await user.click(button(words.exportPositions));
  await user.click(await item(words.exportJson));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.input).toEqual({ format: 'json' });
});

it('works with the keyboard alone, and Escape returns to its button', async () => {
  savedFiles();
  const { user, requests } = setUp();
  button(words.exportPositions).focus();
  await user.keyboard('{ArrowDown}');
  const csv = await item(words.exportCsv);
  await waitFor(() => expect(document.activeElement).toBe(csv));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await item(words.exportJson));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.activeElement).toBe(button(words.exportPositions));
  await user.keyboard('{ArrowUp}');
  const json = await item(words.exportJson);
  await waitFor(() => expect(document.activeElement).toBe(json));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(requests).toEqual([{ path: 'positions.export', input: { format: 'json' } }]));
});

it('shows why nothing was saved', async () => {
  const files = savedFiles();
  const { user } = setUp({
    'positions.export': () => {
      throw new ServerError('Too many exports', { code: 'TOO_MANY_REQUESTS', httpStatus: 400 });
    },
  });
  await user.click(button(words.exportPositions));
  await user.click(await item(words.exportCsv));
  expect(await screen.findByText('Too many exports')).toBeDefined();
  expect(files).toEqual([]);
});

it('has a button for each action if there is room', async () => {
  const { user, onAdd, onImport } = setUp();
  await user.click(button(words.importPositions));
  expect(onImport).toHaveBeenCalledOnce();
  await user.click(button(words.add));
  expect(onAdd).toHaveBeenCalledOnce();
});

it('moves the rarer actions into a menu on a phone', async () => {
  narrow();
  const { user, requests, onImport } = setUp();
  expect(screen.queryByRole('button', { name: words.importPositions })).toBeNull();
  await user.click(button(words.moreActions));
  await user.click(await item(words.importPositions));
  expect(onImport).toHaveBeenCalledOnce();
  const files = savedFiles();
  await user.click(button(words.moreActions));
  await user.click(await item(words.exportAsJson));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(requests).toEqual([{ path: 'positions.export', input: { format: 'json' } }]);
});
