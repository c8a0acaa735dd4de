/** The capabilities of this SCIM server: RFC 7643, sections 5 to 7. */

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const readOnly = { mutability: 'readOnly' };

const userSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'An account',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server', description: 'The email address' }),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('givenName'), attribute('familyName'), attribute('formatted', readOnly)],
    }),
    attribute('displayName', readOnly),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      ...readOnly,
      description: 'The userName',
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
    attribute('active', { type: 'boolean', description: 'False: the account is locked. Its data stays' }),
    attribute('groups', {
      type: 'complex',
      multiValued: true,
      ...readOnly,
      subAttributes: [attribute('value', readOnly), attribute('display', readOnly)],
    }),
  ],
};

const groupSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of users',
  attributes: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('display', readOnly)],
    }),
  ],
};

const listOf = (Resources: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
});

const schemaResource = (base: string) => (schema: { id: string }) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
});

const typeResource = (base: string) => (schema: { id: string; name: string; description: string }) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: schema.name,
  name: schema.name,
  description: schema.description,
  endpoint: `/${schema.name}s`,
  schema: schema.id,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${schema.name}` },
});

const all = [userSchema, groupSchema];
export const schemas = (base: string) => listOf(all.map(schemaResource(base)));
export const resourceTypes = (base: string) => listOf(all.map(typeResource(base)));
export const schemaById = (base: string, id: string) => all.filter((one) => one.id === id).map(schemaResource(base))[0];
export const resourceTypeById = (base: string, id: string) =>
  all.filter((one) => one.name === id).map(typeResource(base))[0];

export const serviceProviderConfig = (base: string, maxResults: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A SCIM token that an administrator creates under Settings, Admin, Groups',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
