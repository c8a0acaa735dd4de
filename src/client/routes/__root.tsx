import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LateCommands } from '../features/commands/late-commands';
import { SkipLink } from '../ui/skip-link';

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
