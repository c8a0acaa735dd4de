import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { boardPapers } from '~/client/testing/conversations';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { CurrentProject } from '../projects/current-project';
import CollectionsPicker from './collections-picker';
import { forgetNewChatCollections, newChatCollections } from './new-chat-collections';

const conversationId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const [handbook, house] = [
  { id: '11111111-1111-4111-8111-111111111111', name: 'Handbook', scope: 'personal' as const },
  { id: '22222222-2222-4222-8222-222222222222', name: 'House', scope: 'organization' as const },
];
const facts = {
  description: null,
  mayEdit: true,
  mayManage: true,
  documentCount: 1,
  articleCount: 1,
  storageBytes: 1,
  createdAt: new Date(),
  updatedAt: new Date(),
};
const switches = (isOn: boolean) => [
  { ...handbook, isOn },
  { ...house, isOn: true },
];

it('shows which collections a conversation uses, and toggles them', async () => {
  const requests = fakeServer({
    'collections.switches': () => switches(true),
    'collections.switch': () => switches(false),
  });
  const { user } = renderInApp(<CollectionsPicker conversationId={conversationId} />);
  await user.click(await screen.findByRole('button', { name: 'Collections: 2' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Handbook', checked: true }));
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Handbook', checked: false })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Collections: 1' })).toBeTruthy();
  const sent = requests.find(({ path }) => path === 'collections.switch');
  expect(sent?.input).toEqual({ conversationId, collectionId: handbook.id, isOn: false });
});

it('shows why a collection could not be toggled', async () => {
  fakeServer({
    'collections.switches': () => switches(true),
    'collections.switch': () => {
      throw new ServerError('Collection not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  const { user } = renderInApp(<CollectionsPicker conversationId={conversationId} />);
  await user.click(await screen.findByRole('button', { name: 'Collections: 2' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Handbook' }));
  expect(await screen.findByText('Failed to switch the collection')).toBeTruthy();
});

it('toggles collections of a new conversation before it exists', async () => {
  const requests = fakeServer({
    'auth.user': () => ada,
    'collections.list': () => ({ items: [{ ...handbook, ...facts, isEnabled: true }], nextCursor: null }),
  });
  const { user } = renderInApp(<CollectionsPicker conversationId={undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Collections: 1' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Handbook', checked: true }));
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Handbook', checked: false })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Collections: none' })).toBeTruthy();
  expect(newChatCollections(ada.id)).toEqual([{ id: handbook.id, isOn: false }]);
  expect(requests.map(({ path }) => path)).not.toContain('collections.switch');
  act(() => forgetNewChatCollections(ada.id));
  expect(screen.getByRole('button', { name: 'Collections: 1' })).toBeTruthy();
});

it('starts with the collections of its project', async () => {
  fakeServer({
    'auth.user': () => ada,
    'collections.list': () => ({
      items: [
        { ...handbook, ...facts, isEnabled: false },
        { ...house, ...facts, isEnabled: true },
      ],
      nextCursor: null,
    }),
  });
  const { user } = renderInApp(
    <CurrentProject value={{ ...boardPapers, collectionIds: [handbook.id] }}>
      <CollectionsPicker conversationId={undefined} />
    </CurrentProject>,
  );
  await user.click(await screen.findByRole('button', { name: 'Collections: 1' }));
  expect(screen.getByRole('menuitemcheckbox', { name: /^Handbook/, checked: true })).toBeTruthy();
  await user.click(screen.getByRole('menuitemcheckbox', { name: /^House/, checked: false }));
  expect(newChatCollections(ada.id)).toEqual([{ id: house.id, isOn: true }]);
  act(() => forgetNewChatCollections(ada.id));
});

it.each([
  ['a conversation', conversationId],
  ['a new chat', undefined],
])('offers %s the current collections when it is opened again', async (_what, id) => {
  let isShared = false;
  fakeServer({
    'auth.user': () => ada,
    'collections.switches': () => switches(true).slice(isShared ? 0 : 1),
    'collections.list': () => ({
      items: [handbook, house].slice(isShared ? 0 : 1).map((one) => ({ ...one, ...facts, isEnabled: true })),
      nextCursor: null,
    }),
  });
  const { rerender } = renderInApp(<CollectionsPicker conversationId={id} />);
  expect(await screen.findByRole('button', { name: 'Collections: 1' })).toBeTruthy();
  rerender(null);
  isShared = true;
  rerender(<CollectionsPicker conversationId={id} />);
  expect(await screen.findByRole('button', { name: 'Collections: 2' })).toBeTruthy();
});

it('keeps the new state of a collection that is toggled while the picker loads again', async () => {
  const reads: (() => void)[] = [];
  fakeServer({
    'collections.switches': () => new Promise((resolve) => reads.push(() => resolve(switches(true)))),
    'collections.switch': () => switches(false),
  });
  const { user, rerender, queryClient } = renderInApp(<CollectionsPicker conversationId={conversationId} />);
  await waitFor(() => expect(reads).toHaveLength(1));
  act(() => reads[0]?.());
  await screen.findByRole('button', { name: 'Collections: 2' });
  rerender(null);
  rerender(<CollectionsPicker conversationId={conversationId} />);
  await waitFor(() => expect(reads).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Collections: 2' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Handbook', checked: true }));
  await screen.findByRole('menuitemcheckbox', { name: 'Handbook', checked: false });
  reads[1]?.();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('menuitemcheckbox', { name: 'Handbook', checked: false })).toBeTruthy();
});

it('is absent without collections', async () => {
  const requests = fakeServer({ 'collections.switches': () => [] });
  renderInApp(<CollectionsPicker conversationId={conversationId} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
