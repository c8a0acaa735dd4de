import { chakra } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { Tabs } from '~/client/ui/content/tabs';
import { adminWords as words } from '~/client/words/admin';
import { groupWords } from '~/client/words/groups';
import { statusWords } from '~/client/words/status';
import { usageWords } from '~/client/words/usage';
import type { AdminSection } from './admin-section';
import { type AdminView, type OnAdminView, viewOf } from './admin-view';
import { AuditLog } from './audit/audit-log';
import { ModelEndpoints } from './models/model-endpoints';
import { UserManagement } from './users/user-management';
import { TokenWaitlist } from './waitlist/token-waitlist';

const AdminGroups = lazy(() => import('./groups/admin-groups'));
const AdminInvitations = lazy(() => import('./invitations/admin-invitations'));
const AdminStatus = lazy(() => import('./status/admin-status'));
const SearchProviders = lazy(() => import('./search/search-providers'));
const AdminUsage = lazy(() => import('./usage/admin-usage'));

interface AdminTabProps {
  view: AdminView;
  onView: OnAdminView;
}

/** The admin settings. Only the open section is mounted, so only its data is fetched. Default export for `lazy`. */
export default function AdminTab({ view, onView }: AdminTabProps) {
  const { section, search } = view;
  const onSearch = useCallback((text: string) => onView({ ...view, search: text }, { replace: true }), [view, onView]);
  const items = [
    part('users', words.users, <UserManagement search={search} onSearch={onSearch} />),
    lazyPart('groups', groupWords.section, <AdminGroups view={view} onView={onView} onSearch={onSearch} />),
    lazyPart('invitations', words.invitations, <AdminInvitations />),
    part('waitlist', words.waitlist, <TokenWaitlist />),
    lazyPart('usage', usageWords.section, <AdminUsage />),
    part('audit', words.audit, <AuditLog view={view} onView={onView} onSearch={onSearch} />),
    part('models', words.models, <ModelEndpoints />),
    lazyPart('search', words.search, <SearchProviders />),
    lazyPart('status', statusWords.section, <AdminStatus />),
  ];
  return (
    <Tabs isInner label={words.sections} value={section} onChange={(next) => onView(viewOf(next))} items={items} />
  );
}

const Part = chakra('div', { base: { mt: '6' } });

const part = (value: AdminSection, label: string, content: ReactNode) => ({
  value,
  label,
  content: <Part>{content}</Part>,
});

/** A section whose code is loaded when it is opened. */
const lazyPart = (value: AdminSection, label: string, content: ReactNode) =>
  part(value, label, <Suspense>{content}</Suspense>);
