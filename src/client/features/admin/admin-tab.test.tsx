import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { adminWords } from '~/client/words/admin';
import { auditWords } from '~/client/words/audit';
import { groupWords } from '~/client/words/groups';
import { invitationWords } from '~/client/words/invitations';
import type { AdminSection } from './admin-section';
import AdminTab from './admin-tab';
import { viewOf } from './admin-view';

const none = { items: [], nextCursor: null };

it.each<[AdminSection, string, string]>([
  ['users', 'admin.userPage', adminWords.noUsers],
  ['groups', 'groups.list', groupWords.none],
  ['invitations', 'invitations.list', invitationWords.none],
  ['waitlist', 'waitlist.page', adminWords.noWaitlist],
])('loads %s again when the section is opened again', async (section, path, emptyText) => {
  const requests = fakeServer({
    'auth.user': () => ({ ...ada, isAdmin: true }),
    'auth.config': () => config,
    'admin.userPage': () => ({ ...none, total: 0 }),
    'groups.list': () => none,
    'scim.tokens': () => [],
    'invitations.list': () => none,
    'waitlist.page': () => ({ ...none, total: 0 }),
    'audit.list': () => none,
  });
  const count = () => requests.filter((request) => request.path === path).length;
  const tab = (shown: AdminSection) => <AdminTab view={viewOf(shown)} onView={() => {}} />;
  const { rerender } = renderInApp(tab(section));
  expect(await screen.findByText(emptyText)).toBeDefined();
  expect(count()).toBe(1);
  rerender(tab('audit'));
  expect(await screen.findByText(auditWords.none)).toBeDefined();
  rerender(tab(section));
  await waitFor(() => expect(count()).toBe(2));
});
