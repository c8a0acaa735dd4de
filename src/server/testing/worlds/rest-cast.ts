/** The REST world with its users. */
import type { Route } from '~/server/rest/route';
import { startRestWorld } from './rest-world';
import type { TestUser } from './test-server';

const setupEmail = 'setup@example.com';

/** The world with one user for each kind of access: a member, an admin, and the account that may set up. */
export async function startRestCast() {
  const world = await startRestWorld({ SETUP_ADMIN_EMAIL: setupEmail });
  const ada = await world.person();
  const admin = await world.person({ isAdmin: true });
  const setup = await world.person({ email: setupEmail });
  /** The access that a route requires. */
  const callerOf = (route: Route): TestUser =>
    route.path === '/admin/setup-production' ? setup : route.access === 'admin' ? admin : ada;
  return { world, ada, admin, setup, callerOf };
}
