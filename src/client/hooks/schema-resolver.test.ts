import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaResolver } from './schema-resolver';

const options = { fields: {}, shouldUseNativeValidation: false };

it('validates the submitted values, not changes made while the schema loads', async () => {
  const schema = z.object({ email: z.email('Invalid email format') });
  const values = { email: 'no address' };
  const result = schemaResolver(() => Promise.resolve(schema))(values, undefined, options);
  values.email = 'ada@example.com';
  expect((await result).errors).toMatchObject({ email: { message: 'Invalid email format' } });
});

it('leaves validation to the server if the schema cannot be loaded', async () => {
  const resolve = schemaResolver(() => Promise.reject(new Error('offline')));
  expect(await resolve({ email: '' }, undefined, options)).toEqual({ values: { email: '' }, errors: {} });
});
