import { accountRoutes } from './account-routes';
import { adminRoutes } from './admin-routes';
import { bookRoutes } from './book-routes';
import { chatRoutes } from './chat-routes';
import { collectionRoutes } from './collection-routes';
import { feedbackRoutes } from './feedback-routes';
import { followRoutes } from './follow-routes';
import { groupRoutes } from './group-routes';
import { importRoutes } from './import-routes';
import { modelRoutes } from './model-routes';
import { projectRoutes } from './project-routes';
import { promptRoutes } from './prompt-routes';
import { researchRoutes } from './research-routes';
import type { Route } from './route';
import { searchProviderRoutes } from './search-provider-routes';
import { shareRoutes } from './share-routes';
import { usageRoutes } from './usage-routes';

/** Every endpoint of the REST API. The router and the OpenAPI document are made from this. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  // Before the conversations, whose id is never "move".
  ...projectRoutes,
  ...chatRoutes,
  ...feedbackRoutes,
  ...promptRoutes,
  ...researchRoutes,
  ...importRoutes,
  ...shareRoutes,
  ...groupRoutes,
  ...modelRoutes,
  ...searchProviderRoutes,
  ...collectionRoutes,
  ...followRoutes,
  ...bookRoutes,
  ...usageRoutes,
  ...adminRoutes,
];
