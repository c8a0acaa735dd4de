import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '~/server/testing/worlds/test-server';
import { databaseError, isDatabaseFull, isDatabaseRejection, isDatabaseUnavailable } from './database-unavailable';

describe('an unavailable database', () => {
  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' }),
    Object.assign(new Error('connect'), { code: 'ENETUNREACH' }),
    Object.assign(new Error('Can’t reach the server'), { code: 'P1001' }),
    new Error('timeout exceeded when trying to connect'),
    new Error('outside', { cause: Object.assign(new Error('inside'), { code: '57P01' }) }),
  ])('is recognized, also as the cause of other errors: %s', (error) =>
    expect(isDatabaseUnavailable(error)).toBe(true),
  );

  it.each([new TypeError('x is not a function'), Object.assign(new Error('unique'), { code: 'P2002' }), null, 'text'])(
    'is not confused with our own mistakes: %s',
    (error) => expect(isDatabaseUnavailable(error)).toBe(false),
  );
});

describe('a rejected value', () => {
  it.each(['22P05', '22003', '54000'])('is recognized by its code: %s', (code) =>
    expect(isDatabaseRejection(new Error('outside', { cause: Object.assign(new Error('inside'), { code }) }))).toBe(
      true,
    ),
  );

  it.each(['40P01', '57P01', '23505', 'P2028', '2200'])('is not confused with other errors: %s', (code) =>
    expect(isDatabaseRejection(Object.assign(new Error('other'), { code }))).toBe(false),
  );
});

describe('a full database', () => {
  it.each([
    Object.assign(new Error('could not extend file "base/5/16389": No space left on device'), { code: '53100' }),
    new Error('outside', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
    new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'),
  ])('is recognized: %s', (error) => {
    expect(isDatabaseFull(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('is not confused with other errors', () =>
    expect(isDatabaseFull(new Error('relation does not exist'))).toBe(false));
});

describe('a row that was deleted while another one was written that refers to it', () => {
  it.each(['P2003', '23503'])('is a conflict, with the error as its cause: %s', (code) => {
    const error = Object.assign(new Error('Foreign key constraint violated'), { code });
    expect(databaseError(error)).toMatchObject({ code: 'conflict', cause: error });
  });

  it('is recognized in raw statements and those of Prisma', async () => {
    const { deps, close } = await startTestServer();
    const unknown = randomUUID();
    const created = deps.db.groupMember.create({ data: { groupId: unknown, userId: unknown } });
    await expect(created.catch(databaseError)).resolves.toMatchObject({ code: 'conflict' });
    const inserted = deps.db
      .$executeRaw`INSERT INTO group_members (group_id, user_id) VALUES (${unknown}::uuid, ${unknown}::uuid)`;
    await expect(inserted.catch(databaseError)).resolves.toMatchObject({ code: 'conflict' });
    await close();
  });
});
