import type { SealedColumn } from '~/server/db/sealed-columns';

export const fileKeysPurpose = 'qinsight: keys of stored files';

export const fileKeyColumn: SealedColumn = {
  name: 'keys of stored files and messages',
  table: 'file_keys',
  key: 'id',
  keyType: 'uuid',
  column: 'sealed',
  with: [],
  purpose: fileKeysPurpose,
  contextOf: ({ id }) => String(id),
};
