import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { listInput } from './list-input';
import { usePanelView } from './panel-view';

const inProject = { ...rates, projectId: boardPapers.id };
const opened = { projectId: boardPapers.id };

function panel(selectedId?: string) {
  const requests = fakeServer({
    'conversations.get': (input) => {
      const { conversationId } = input as { conversationId: string };
      return conversationId === rates.id ? inProject : { ...banks, id: conversationId };
    },
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
  });
  return { requests, ...renderHookInApp(usePanelView, selectedId) };
}

it('shows the conversations outside of projects at first', async () => {
  const { result, requests } = panel();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(result.current).toMatchObject({ view: 'current', input: listInput.current, openId: undefined });
  expect(result.current.project).toBeUndefined();
});

it('follows the selection to its project, and out of it again', async () => {
  const { result, rerender } = panel(rates.id);
  await waitFor(() => expect(result.current.view).toEqual(opened));
  expect(result.current.input).toEqual(opened);
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  rerender(banks.id);
  await waitFor(() => expect(result.current.view).toBe('current'));
  expect(result.current.project).toBeUndefined();
});

it('follows each selection once, so that the user can view other lists afterwards', async () => {
  const { result, rerender } = panel(rates.id);
  await waitFor(() => expect(result.current.view).toEqual(opened));
  act(() => result.current.setView('current'));
  rerender(rates.id);
  expect(result.current.view).toBe('current');
  // What is asked still goes to the project of the conversation.
  expect(result.current.project).toEqual(boardPapers);
});

it('stays with the archived conversations when one of them is selected', async () => {
  const { result, rerender, requests } = panel();
  act(() => result.current.setView('archived'));
  rerender(rates.id);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('conversations.get'));
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  expect(result.current.view).toBe('archived');
  expect(result.current.input).toEqual(listInput.archived);
});

it('a new chat belongs to the project that is open', async () => {
  const { result } = panel();
  act(() => result.current.setView(opened));
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  expect(result.current.openId).toBe(boardPapers.id);
});
