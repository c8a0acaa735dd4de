import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LazyCommands } from '~/client/features/commands/lazy-commands';
import { AppShell } from '~/client/features/shell/app-shell';
import { rejectFileDrops } from '~/client/lib/file-drops';
import type { QueryUtils } from '~/client/lib/trpc';
import { SkipLink } from '~/client/ui/page/skip-link';

export const Route = createRootRouteWithContext<{ queryUtils: QueryUtils }>()({ component: Root });

function Root() {
  useEffect(rejectFileDrops, []);
  return (
    <>
      <SkipLink />
      <AppShell>
        <Outlet />
      </AppShell>
      <LazyCommands />
    </>
  );
}
