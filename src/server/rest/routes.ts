import { accountRoutes } from './account-routes';
import { adminRoutes } from './admin-routes';
import { bookRoutes } from './book-routes';
import { chatRoutes } from './chat-routes';
import { collectionRoutes } from './collection-routes';
import { groupRoutes } from './group-routes';
import { modelRoutes } from './model-routes';
import type { Route } from './route';
import { searchProviderRoutes } from './search-provider-routes';
import { usageRoutes } from './usage-routes';

/** Every endpoint of the REST API. The router and the OpenAPI document are generated from this table. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...chatRoutes,
  ...groupRoutes,
  ...modelRoutes,
  ...searchProviderRoutes,
  ...collectionRoutes,
  ...bookRoutes,
  ...usageRoutes,
  ...adminRoutes,
];
