import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import type { Context } from '~/server/trpc/context';

/** A plain HTTP request being handled. */
export interface HttpCall {
  deps: Deps;
  context: Context;
  request: Request;
  response: Response;
}

/** How an endpoint treats an Idempotency-Key, if it accepts one. */
export type IdempotencyKind = 'stored' | 'repeatable';
