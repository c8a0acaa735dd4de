import { expect, it } from 'vitest';
import { uuid } from '~/shared/schemas/text';
import { newRequestId } from './request-id';

it('is a UUID that the server accepts, even if the browser offers only random bytes', () => {
  const bytesOnly = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const ids = [newRequestId(), newRequestId(bytesOnly), newRequestId(bytesOnly)];
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(uuid.safeParse(id).success).toBe(true);
});
