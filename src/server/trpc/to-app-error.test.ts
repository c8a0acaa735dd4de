import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { toAppError } from './init';

const failed = (message: string) => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error(message) });

it('asks the client to try again after a database error inside of a subscription', () => {
  const { appError } = toAppError(failed('timeout exceeded when trying to connect'));
  expect(appError).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
});

it('hides what other unexpected errors say', () => {
  const { appError } = toAppError(failed('secret'));
  expect(appError.code).toBe('internal');
  expect(appError.message).not.toContain('secret');
});
