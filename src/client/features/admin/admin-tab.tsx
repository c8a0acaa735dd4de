import { chakra } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { Tabs } from '~/client/ui/content/tabs';
import { adminWords as words } from '~/client/words/admin';
import { groupWords } from '~/client/words/groups';
import { statusWords } from '~/client/words/status';
import { usageWords } from '~/client/words/usage';
import type { AdminSection } from './admin-section';
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
  section: AdminSection;
  onSection: (section: AdminSection) => void;
}

/** What administrators find in the settings. Only the open part exists, so only its list is fetched. A default export, as `lazy` asks for one. */
export default function AdminTab({ section, onSection }: AdminTabProps) {
  return (
    <Tabs
      isInner
      label={words.sections}
      value={section}
      onChange={onSection}
      items={[
        {
          value: 'users',
          label: words.users,
          content: (
            <Part>
              <UserManagement />
            </Part>
          ),
        },
        {
          value: 'groups',
          label: groupWords.section,
          content: (
            <Part>
              <Suspense>
                <AdminGroups />
              </Suspense>
            </Part>
          ),
        },
        {
          value: 'invitations',
          label: words.invitations,
          content: (
            <Part>
              <Suspense>
                <AdminInvitations />
              </Suspense>
            </Part>
          ),
        },
        {
          value: 'waitlist',
          label: words.waitlist,
          content: (
            <Part>
              <TokenWaitlist />
            </Part>
          ),
        },
        {
          value: 'usage',
          label: usageWords.section,
          content: (
            <Part>
              <Suspense>
                <AdminUsage />
              </Suspense>
            </Part>
          ),
        },
        {
          value: 'audit',
          label: words.audit,
          content: (
            <Part>
              <AuditLog />
            </Part>
          ),
        },
        {
          value: 'models',
          label: words.models,
          content: (
            <Part>
              <ModelEndpoints />
            </Part>
          ),
        },
        {
          value: 'search',
          label: words.search,
          content: (
            <Part>
              <Suspense>
                <SearchProviders />
              </Suspense>
            </Part>
          ),
        },
        {
          value: 'status',
          label: statusWords.section,
          content: (
            <Part>
              <Suspense>
                <AdminStatus />
              </Suspense>
            </Part>
          ),
        },
      ]}
    />
  );
}

const Part = chakra('div', { base: { mt: '6' } });
