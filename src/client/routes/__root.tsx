import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { LateCommands } from '~/client/features/commands/late-commands';
import type { QueryUtils } from '~/client/lib/trpc';
import { SkipLink } from '~/client/ui/page/skip-link';

export const Route = createRootRouteWithContext<{ queryUtils: QueryUtils }>()({ component: Root });

function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <LateCommands />
    </>
  );
}
