import { accountRoutes } from './account-routes';
import { adminRoutes } from './admin-routes';
import { bookRoutes } from './book-routes';
import { chatRoutes } from './chat-routes';
import type { Route } from './route';

/** Every call of the REST API, each once. The router and the document are made from this. */
export const routes: readonly Route[] = [...accountRoutes, ...chatRoutes, ...bookRoutes, ...adminRoutes];
