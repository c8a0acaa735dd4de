/**
 * Every column that is encrypted with the secret of the installation. `doctor` counts the values of a former secret,
 * and `secrets:rotate` encrypts them again. A test compares the list with the schema.
 */
import type { SealedColumn } from '~/server/db/sealed-columns';
import { endpointSecretsPurpose, originOf } from '~/server/features/models/endpoint-secrets';
import { authenticatorPurpose } from '~/server/features/second-factor/authenticator-secret';
import { addressOf } from '~/server/features/web/search-catalog';
import { fileKeyColumn } from '~/server/providers/storage/file-key-column';

export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'keys of model endpoints',
    table: 'model_endpoints',
    key: 'id',
    keyType: 'uuid',
    column: 'secrets',
    with: ['base_url'],
    purpose: endpointSecretsPurpose,
    contextOf: ({ base_url }) => originOf(String(base_url)),
  },
  {
    name: 'keys of search providers',
    table: 'search_providers',
    key: 'name',
    keyType: 'text',
    column: 'secrets',
    with: ['base_url'],
    purpose: endpointSecretsPurpose,
    contextOf: ({ id, base_url }) => originOf(addressOf({ name: String(id), baseUrl: base_url as string | null })),
  },
  {
    name: 'authenticator apps',
    table: 'authenticator_apps',
    key: 'user_id',
    keyType: 'uuid',
    column: 'secret',
    with: [],
    purpose: authenticatorPurpose,
    contextOf: ({ id }) => String(id),
  },
  fileKeyColumn,
];
