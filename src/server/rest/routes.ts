import { accountRoutes } from './account-routes';
import { adminRoutes } from './admin-routes';
import { bookRoutes } from './book-routes';
import { chatRoutes } from './chat-routes';
import { collectionRoutes } from './collection-routes';
import { importRoutes } from './import-routes';
import { modelRoutes } from './model-routes';
import { projectRoutes } from './project-routes';
import { researchRoutes } from './research-routes';
import type { Route } from './route';
import { shareRoutes } from './share-routes';
import { usageRoutes } from './usage-routes';

/** Every endpoint of the REST API. The router and the OpenAPI document are made from this. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  // Before the conversations, whose id is never "move".
  ...projectRoutes,
  ...chatRoutes,
  ...researchRoutes,
  ...importRoutes,
  ...shareRoutes,
  ...modelRoutes,
  ...collectionRoutes,
  ...bookRoutes,
  ...usageRoutes,
  ...adminRoutes,
];
