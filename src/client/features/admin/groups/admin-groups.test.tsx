import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { AdminAt } from '~/client/testing/admin-at';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adaRow } from '~/client/testing/users';
import { groupWords as words } from '~/client/words/groups';
import { uiWords } from '~/client/words/ui';
import type { Group, GroupMemberRow } from '~/shared/schemas/groups';
import type { AdminView } from '../admin-view';

const time = new Date('2026-05-04T09:30:00Z');
const group: Group = { id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a', name: 'Research', memberCount: 1, createdAt: time };
const member: GroupMemberRow = {
  userId: '5f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a02',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  source: 'provider',
  createdAt: time,
};

function open(answers: FakeResponses = {}, props: Omit<ComponentProps<typeof AdminAt>, 'section'> = {}) {
  const requests = fakeServer({
    'scim.tokens': () => [],
    'groups.list': () => ({ items: [group], nextCursor: null }),
    'groups.members': () => ({ items: [member], nextCursor: null, group: { id: group.id, name: group.name } }),
    ...answers,
  });
  return { requests, ...renderInApp(<AdminAt section="groups" {...props} />) };
}

it('creates a group, and shows beside its field that a name is taken', async () => {
  let isTaken = true;
  const { user, requests } = open({
    'groups.list': () => ({ items: [], nextCursor: null }),
    'groups.create': () => {
      if (isTaken) throw new ServerError('Another group has this name.', { code: 'CONFLICT', httpStatus: 409 });
      return group;
    },
  });
  expect(await screen.findByText(words.none)).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.create }));
  await user.type(screen.getByLabelText(words.name), 'Research');
  await user.click(screen.getByRole('button', { name: words.submit }));
  expect(await screen.findByText('Another group has this name.')).toBeDefined();
  isTaken = false;
  await user.click(screen.getByRole('button', { name: words.submit }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toContainEqual({ path: 'groups.create', input: { name: 'Research' } });
});

it('renames a group, and deletes it after a confirmation that names it', async () => {
  const { user, requests } = open({
    'groups.update': () => group,
    'groups.delete': () => ({ message: 'The group Research has been deleted.' }),
  });
  await user.click(await screen.findByRole('button', { name: words.renameOf('Research') }));
  const name = screen.getByLabelText(words.name);
  const save = screen.getByRole('button', { name: words.save });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.clear(name);
  await user.type(name, 'Markets');
  await user.click(save);
  await waitFor(() =>
    expect(requests).toContainEqual({ path: 'groups.update', input: { groupId: group.id, name: 'Markets' } }),
  );
  await user.click(await screen.findByRole('button', { name: words.deleteOf('Research') }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(words.deleteBody('Research'))).toBeDefined();
  await user.click(dialog.getByRole('button', { name: words.deleteTitle }));
  expect(await screen.findByText('The group Research has been deleted.')).toBeDefined();
});

it('lists the members with their source, finds users, adds one and removes one', async () => {
  const { user, requests } = open({
    'admin.userPage': () => ({ items: [adaRow], nextCursor: null, total: 1 }),
    'groups.addMember': () => ({ message: 'Added.' }),
    'groups.removeMember': () => {
      throw new ServerError('Member not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  await user.click(await screen.findByRole('button', { name: words.openOf('Research') }));
  expect(await screen.findByText(words.sources.provider)).toBeDefined();
  await user.type(screen.getByLabelText(words.addMember), 'ada');
  await user.click(await screen.findByRole('button', { name: words.addOf(adaRow.email) }));
  const added = { path: 'groups.addMember', input: { groupId: group.id, userId: adaRow.id } };
  await waitFor(() => expect(requests).toContainEqual(added));
  await user.click(screen.getByRole('button', { name: words.removeOf(member.email) }));
  expect(await screen.findByText('Member not found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.back }));
  expect(await screen.findByText('Research')).toBeDefined();
});

it('loads the members again when the group is opened again', async () => {
  const { user, requests } = open();
  const openGroup = async () => user.click(await screen.findByRole('button', { name: words.openOf('Research') }));
  const count = () => requests.filter(({ path }) => path === 'groups.members').length;
  await openGroup();
  expect(await screen.findByText(member.email)).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.back }));
  await openGroup();
  await waitFor(() => expect(count()).toBe(2));
});

it('opens the group that the URL names, and leads back to the search it came from', async () => {
  const views: AdminView[] = [];
  const { user, requests } = open(
    {},
    { start: { search: 'res', group: group.id }, onView: (view) => views.push(view) },
  );
  expect(await screen.findByRole('heading', { name: 'Research' })).toBeDefined();
  expect(requests.map(({ path }) => path)).not.toContain('groups.list');
  await user.click(screen.getByRole('button', { name: words.back }));
  expect(screen.getByLabelText<HTMLInputElement>(words.search).value).toBe('res');
  await user.click(await screen.findByRole('button', { name: words.openOf('Research') }));
  await user.click(await screen.findByRole('button', { name: words.back }));
  expect(views.map((view) => view.group)).toEqual([undefined, group.id, undefined]);
  expect(requests).toContainEqual({ path: 'groups.list', input: { search: 'res', direction: 'forward' } });
});

it('moves the focus to the opened group, and back to its button', async () => {
  const isFound = (input: unknown) => !(input as { search?: string }).search;
  const { user } = open({
    'groups.list': (input) => ({ items: isFound(input) ? [group] : [], nextCursor: null }),
  });
  await user.click(await screen.findByRole('button', { name: words.openOf('Research') }));
  const heading = await screen.findByRole('heading', { name: 'Research' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.click(screen.getByRole('button', { name: words.back }));
  const button = await screen.findByRole('button', { name: words.openOf('Research') });
  expect(document.activeElement).toBe(button);
  await user.type(screen.getByLabelText(words.search), 'x');
  expect(await screen.findByText(words.noneFound)).toBeDefined();
  await user.clear(screen.getByLabelText(words.search));
  expect(await screen.findByRole('button', { name: words.openOf('Research') })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText(words.search));
});

it('leaves the focus where it is if the URL opens the group', async () => {
  open({}, { start: { group: group.id } });
  await screen.findByRole('heading', { name: 'Research' });
  expect(document.activeElement).toBe(document.body);
});

it('says that the group of an old URL is gone, and leads back to the list', async () => {
  const { user } = open(
    {
      'groups.members': () => {
        throw new ServerError('Group not found', { code: 'NOT_FOUND', httpStatus: 404 });
      },
    },
    { start: { group: group.id } },
  );
  expect(await screen.findByText('Group not found')).toBeDefined();
  expect(screen.queryByRole('button', { name: uiWords.retry })).toBeNull();
  expect(screen.queryByLabelText(words.addMember)).toBeNull();
  await user.click(screen.getByRole('button', { name: words.back }));
  expect(await screen.findByText('Research')).toBeDefined();
});
