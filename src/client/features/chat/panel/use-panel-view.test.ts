import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { listInput } from './list-input';
import { usePanelView } from './panel-view';

const inProject = { ...rates, projectId: boardPapers.id };
const archivedId = '00000000-0000-4000-8000-0000000000aa';
const opened = { projectId: boardPapers.id };

function panel(selectedId?: string) {
  const requests = fakeServer({
    'conversations.get': (input) => {
      const { conversationId } = input as { conversationId: string };
      if (conversationId === archivedId) return { ...inProject, id: archivedId, isArchived: true };
      return conversationId === rates.id ? inProject : { ...banks, id: conversationId };
    },
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
  });
  return { requests, ...renderHookInApp(usePanelView, selectedId) };
}

it('initially shows the conversations outside of projects', async () => {
  const { result, requests } = panel();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(result.current).toMatchObject({ view: 'current', input: listInput.current, openId: undefined });
  expect(result.current.project).toBeUndefined();
});

it("switches to the selected conversation's project, and back", async () => {
  const { result, rerender } = panel(rates.id);
  await waitFor(() => expect(result.current.view).toEqual(opened));
  expect(result.current.input).toEqual(opened);
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  rerender(banks.id);
  await waitFor(() => expect(result.current.view).toBe('current'));
  expect(result.current.project).toBeUndefined();
});

it('switches once per selection, so that the user can view other lists afterwards', async () => {
  const { result, rerender } = panel(rates.id);
  await waitFor(() => expect(result.current.view).toEqual(opened));
  act(() => result.current.setView('current'));
  rerender(rates.id);
  expect(result.current.view).toBe('current');
  // The next message still belongs to the conversation's project.
  expect(result.current.project).toEqual(boardPapers);
});

it('switches to the archived conversations when one of them is selected, and back', async () => {
  const { result, rerender } = panel(archivedId);
  await waitFor(() => expect(result.current.view).toBe('archived'));
  expect(result.current.input).toEqual(listInput.archived);
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  rerender(banks.id);
  await waitFor(() => expect(result.current.view).toBe('current'));
});

it('starts a new chat in the open project', async () => {
  const { result } = panel();
  act(() => result.current.setView(opened));
  await waitFor(() => expect(result.current.project).toEqual(boardPapers));
  expect(result.current.openId).toBe(boardPapers.id);
});
