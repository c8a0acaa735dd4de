import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LateCommands } from '~/client/features/commands/late-commands';
import { SkipLink } from '~/client/ui/page/skip-link';

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <LateCommands />
    </>
  );
}
