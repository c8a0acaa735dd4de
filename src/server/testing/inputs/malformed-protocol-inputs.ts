/**
 * Random requests to the protocols SCIM at /scim/v2, chat completions at /v1, and OpenID Connect at /auth/oidc. Most
 * are valid except for a field or two.
 */
import fc from 'fast-check';
import type { MalformedRequest } from './malformed-rest-inputs';
import {
  almostValidBody,
  malformedBodies,
  malformedPathValues,
  malformedTexts,
  malformedValues,
  nested,
} from './malformed-values';
import { uuid } from './valid-inputs';

export interface ProtocolRequest extends MalformedRequest {
  surface: 'SCIM' | 'completions' | 'OpenID Connect';
}

export interface ProtocolTokens {
  /** `qscim_…`, of a directory. */
  scim: string;
  /** `qi_…`, of a user. */
  api: string;
  /** Ids of users and groups that exist. */
  known: string[];
}

const text = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...malformedTexts,
      'x'.repeat(5000),
      'user',
      'true',
      `data:image/png;base64,${'A'.repeat(40)}`,
      'http://127.0.0.1:1/',
    ),
  },
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...malformedValues, [null], { value: null }, [{ value: uuid }], [{ type: 'text' }]),
  },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
);

const nearly = (right: Record<string, unknown>) => almostValidBody(right, odd, ['__proto__', 'id', 'schemas']);

const rawBody = fc.constantFrom(
  ...malformedBodies,
  '{"userName":"\\ud800"}',
  `{"Operations":${nested(5000)}}`,
  `{"messages":${nested(5000)}}`,
);

const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
const idIn = (known: string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom(...malformedPathValues) },
    { weight: 1, arbitrary: text.map(encoded) },
  );

const filter = fc.oneof(
  fc.constantFrom(
    'userName eq "person@example.com"',
    'userName eq',
    'userName EQ "\\"',
    'displayName eq "x" and id pr',
    'members[value eq "x"]',
    '((((',
    'userName sw "%"',
    `id eq "${uuid}"`,
    'constructor eq "x"',
  ),
  text,
);
const scimQuery = fc
  .record({
    filter,
    startIndex: fc.constantFrom('0', '-1', '1', '1e9', 'x', '', '2147483648'),
    count: fc.constantFrom('0', '-1', '1', '1000000', 'x', '', 'NaN'),
  })
  .map(
    (query) => `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, value.toWellFormed()]))}`,
  );

const scimBodies = {
  user: nearly({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'person@example.com',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ value: 'person@example.com', primary: true }],
    active: true,
    externalId: 'a1',
  }),
  group: nearly({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Research',
    members: [{ value: uuid }],
    externalId: 'g1',
  }),
  change: fc
    .array(
      fc.record({
        op: fc.oneof(fc.constantFrom('add', 'Replace', 'remove', 'REMOVE', ''), odd),
        path: fc.oneof(
          fc.constantFrom(
            'active',
            'name.givenName',
            'members',
            `members[value eq "${uuid}"]`,
            'emails[',
            '__proto__.x',
          ),
          text,
        ),
        value: odd,
      }),
      { maxLength: 4 },
    )
    .map((Operations) => JSON.stringify({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })),
};

const discovery = ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'];

function scimRequest({ scim, known }: ProtocolTokens): fc.Arbitrary<ProtocolRequest> {
  const headers = fc.oneof(
    { weight: 9, arbitrary: fc.constant(`Bearer ${scim}`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Bearer', 'Basic eDp4', `Bearer qscim_${'x'.repeat(5000)}`) },
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('/Users', '/Groups') },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom('Users', 'Groups', 'Schemas', 'ResourceTypes'), idIn(known))
        .map(([kind, id]) => `/${kind}/${id}`),
    },
    { weight: 2, arbitrary: fc.constantFrom(...discovery, '', '/', '/Bulk', '/Me', '/Users/.search') },
  );
  return fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path,
      query: fc.oneof(fc.constant(''), scimQuery),
      authorization: headers,
      type: fc.constantFrom('application/scim+json', 'application/scim+json', 'application/json', 'text/plain', ''),
      body: fc.oneof(
        { weight: 2, arbitrary: scimBodies.user },
        { weight: 2, arbitrary: scimBodies.group },
        { weight: 3, arbitrary: scimBodies.change },
        { weight: 1, arbitrary: rawBody },
      ),
    })
    .map(({ method, path: at, query, authorization, type, body }) => ({
      surface: 'SCIM' as const,
      method,
      path: `/scim/v2${at}${query}`,
      headers: { authorization, 'content-type': type },
      body: method === 'GET' ? undefined : body,
    }));
}

function completionRequest({ api }: ProtocolTokens): fc.Arbitrary<ProtocolRequest> {
  const message = fc.record({ role: fc.oneof(fc.constantFrom('user', 'assistant', 'tool'), odd), content: odd });
  const body = fc.oneof(
    { weight: 4, arbitrary: nearly({ model: 'x', messages: [{ role: 'user', content: 'Rates?' }], stream: true }) },
    { weight: 3, arbitrary: fc.array(message, { maxLength: 4 }).map((messages) => JSON.stringify({ messages })) },
    { weight: 2, arbitrary: nearly({ messages: [{ role: 'user', content: '' }], qinsight: {}, tools: [], n: 1 }) },
    { weight: 1, arbitrary: rawBody },
  );
  const post = fc.record({ method: fc.constant('POST'), path: fc.constant('/chat/completions'), body });
  const other = fc.record({
    method: fc.constantFrom('GET', 'PUT', 'DELETE'),
    path: fc.oneof(
      fc.constantFrom('/models', '/completions', '/', '/chat'),
      text.map((id) => `/models/${encoded(id)}`),
    ),
    body: fc.constant(undefined),
  });
  const authorization = fc.oneof(
    { weight: 9, arbitrary: fc.constant(`Bearer ${api}`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Bearer qi_', `Bearer ${'x'.repeat(3000)}`) },
  );
  return fc.tuple(fc.oneof({ weight: 4, arbitrary: post }, other), authorization).map(([one, header]) => ({
    surface: 'completions' as const,
    method: one.method,
    path: `/v1${one.path}`,
    headers: { authorization: header, 'content-type': 'application/json' },
    body: one.body,
  }));
}

/** A token in the form of a signed one, whose parts are anything. */
const tokenLike = fc.oneof(
  text,
  fc.tuple(fc.constantFrom('none', 'HS256', 'RS256', ''), odd).map(([alg, claims]) =>
    [{ alg, typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part) ?? '').toString('base64url'))
      .concat('AAAA')
      .join('.'),
  ),
);

const oidcRequest: fc.Arbitrary<ProtocolRequest> = fc
  .record({
    provider: fc.oneof({ weight: 5, arbitrary: fc.constant('sso') }, fc.constantFrom('x', '%00', '__proto__', '..%2f')),
    action: fc.constantFrom('start', 'callback', 'backchannel-logout', ''),
    query: fc.dictionary(
      fc.constantFrom('code', 'state', 'iss', 'error', 'error_description', 'redirect', 'confirm', '__proto__'),
      text,
      { maxKeys: 4, noNullPrototype: true },
    ),
    token: tokenLike,
    cookie: fc.oneof(
      fc.constant(''),
      fc.constantFrom('qinsight_sign_in=x', 'qinsight_sign_in=%', `qinsight_sign_in=${uuid}`),
    ),
  })
  .map(({ provider, action, query, token, cookie }) => {
    const isPost = action === 'backchannel-logout';
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, value.toWellFormed()]));
    return {
      surface: 'OpenID Connect' as const,
      method: isPost ? 'POST' : 'GET',
      path: `/auth/oidc/${provider}/${action}${isPost ? '' : `?${search}`}`,
      headers: { cookie, ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }) },
      body: isPost ? `logout_token=${encoded(token)}` : undefined,
    };
  });

export const protocolRequests = (tokens: ProtocolTokens): fc.Arbitrary<ProtocolRequest> =>
  fc.oneof(scimRequest(tokens), completionRequest(tokens), oidcRequest);
