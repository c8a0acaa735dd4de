/**
 * SCIM 2.0 at /scim/v2 (RFC 7643, RFC 7644): directories such as Okta and Entra ID create, change and deactivate users
 * and fill groups. Plain HTTP, because the protocol defines its own media type, errors and paging.
 */
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Deps } from '~/server/deps';
import type { Acting } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { checkShape } from '~/server/lib/request-shape';
import { isUuid } from '~/server/lib/uuid';
import { limits } from '~/shared/limits';
import { resourceTypeById, resourceTypes, schemaById, schemas, serviceProviderConfig } from './scim-discovery';
import { internalError, invalidSyntax, notFound, ScimError, scimErrorBody, toScimError } from './scim-errors';
import {
  changeScimGroup,
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  groupFilters,
  listScimGroups,
} from './scim-groups';
import { groupChangeOf, groupOf, userChangeOf, userOf } from './scim-input';
import { excludes, filterOf, listResponse, pagingOf } from './scim-query';
import { directoryOf } from './scim-tokens.service';
import { changeScimUser, createScimUser, deleteScimUser, getScimUser, listScimUsers, userFilters } from './scim-users';

const mediaType = 'application/scim+json';
const bodyBytes = 1024 * 1024;

export function scimRoutes(deps: Deps): Router {
  const router = Router();
  router.use(
    authenticate(deps),
    requireJson,
    express.json({ limit: bodyBytes, type: [mediaType, 'application/json'] }),
  );
  discovery(router, `${deps.env.publicUrl}/scim/v2`);
  users(router, deps);
  groups(router, deps);
  router.use(() => {
    throw new ScimError(404, 'There is no such endpoint');
  });
  router.use(sendErrors(deps));
  return router;
}

const send = (response: Response, body: unknown, status = 200) =>
  response.status(status).type(mediaType).send(JSON.stringify(body));
const actingOf = (response: Response) => response.locals.acting as Acting;

/** An id in another format can't exist. */
function idOf(request: Request, kind: 'User' | 'Group'): string {
  const id = String(request.params.id).toLowerCase();
  if (!isUuid(id)) throw notFound(kind, id.slice(0, 100));
  return id;
}

function bodyOf({ body }: Request): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidSyntax('The body must be a JSON object');
  checkShape(body);
  return body as Record<string, unknown>;
}

function authenticate(deps: Deps): RequestHandler {
  return async (request, response, next) => {
    await deps.rateLimiter.consume('scimByAddress', request.ip ?? '');
    const by = await directoryOf(deps, request.get('authorization'));
    if (!by) {
      response.set('WWW-Authenticate', 'Bearer');
      throw new ScimError(401, 'A valid SCIM token is required');
    }
    const caller = { ip: request.ip ?? '', requestId: String(response.locals.requestId) };
    response.locals.acting = { by, caller } satisfies Acting;
    next();
  };
}

const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
  if (hasBody && !request.is([mediaType, 'application/json']))
    throw new ScimError(415, `The content type must be ${mediaType} or application/json`);
  next();
};

function discovery(router: Router, base: string): void {
  router.get('/ServiceProviderConfig', (_request, response) =>
    send(response, serviceProviderConfig(base, limits.listRows)),
  );
  router.get('/ResourceTypes', (_request, response) => send(response, resourceTypes(base)));
  router.get('/Schemas', (_request, response) => send(response, schemas(base)));
  for (const [path, find] of [
    ['/ResourceTypes/:id', resourceTypeById],
    ['/Schemas/:id', schemaById],
  ] as const)
    router.get(path, (request, response) => {
      const found = find(base, String(request.params.id));
      if (!found) throw new ScimError(404, 'There is no such resource');
      send(response, found);
    });
}

function users(router: Router, deps: Deps): void {
  router.get('/Users', async (request, response) => {
    const paging = pagingOf(request);
    send(response, listResponse(await listScimUsers(deps, filterOf(request, userFilters), paging), paging));
  });
  router.post('/Users', async (request, response) => {
    const user = await createScimUser(deps, actingOf(response), userOf(bodyOf(request)));
    response.set('Location', user.meta.location);
    send(response, user, 201);
  });
  router.get('/Users/:id', async (request, response) => send(response, await getScimUser(deps, idOf(request, 'User'))));
  router.put('/Users/:id', async (request, response) => {
    const id = idOf(request, 'User');
    send(response, await changeScimUser(deps, actingOf(response), id, userOf(bodyOf(request))));
  });
  router.patch('/Users/:id', async (request, response) => {
    const id = idOf(request, 'User');
    send(response, await changeScimUser(deps, actingOf(response), id, userChangeOf(bodyOf(request))));
  });
  router.delete('/Users/:id', async (request, response) => {
    await deleteScimUser(deps, actingOf(response), idOf(request, 'User'));
    response.status(204).end();
  });
}

function groups(router: Router, deps: Deps): void {
  const viewOf = (request: Request) => ({ withMembers: !excludes(request, 'members') });
  router.get('/Groups', async (request, response) => {
    const paging = pagingOf(request);
    const list = await listScimGroups(deps, filterOf(request, groupFilters), paging, viewOf(request));
    send(response, listResponse(list, paging));
  });
  router.post('/Groups', async (request, response) => {
    const group = await createScimGroup(deps, actingOf(response), groupOf(bodyOf(request)));
    response.set('Location', group.meta.location);
    send(response, group, 201);
  });
  router.get('/Groups/:id', async (request, response) =>
    send(response, await getScimGroup(deps, idOf(request, 'Group'), viewOf(request))),
  );
  router.put('/Groups/:id', async (request, response) => {
    const id = idOf(request, 'Group');
    await changeScimGroup(deps, actingOf(response), id, { added: [], removed: [], ...groupOf(bodyOf(request)) });
    send(response, await getScimGroup(deps, id, { withMembers: true }));
  });
  router.patch('/Groups/:id', async (request, response) => {
    await changeScimGroup(deps, actingOf(response), idOf(request, 'Group'), groupChangeOf(bodyOf(request)));
    // Returns no members, of which there may be thousands; the RFC allows an empty response.
    response.status(204).end();
  });
  router.delete('/Groups/:id', async (request, response) => {
    await deleteScimGroup(deps, actingOf(response), idOf(request, 'Group'));
    response.status(204).end();
  });
}

function sendErrors({ logger }: Deps): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const known = toScimError(error);
    if (!known)
      logger.error({ err: error, requestId: response.locals.requestId, path: request.path }, 'a SCIM request failed');
    const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
    if (seconds) response.set('Retry-After', String(seconds));
    const shown = known ?? internalError();
    send(response, scimErrorBody(shown), shown.status);
  };
}
