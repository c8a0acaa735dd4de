import type { AnyTRPCRouter } from '@trpc/server';
import type { z } from 'zod';
import type { Access, Meta } from './init';
import type { Output } from './output';

export interface ProcedureDefinition {
  type: 'query' | 'mutation' | 'subscription';
  inputs: z.ZodType[];
  output?: Output;
  meta: Meta & { access: Access };
}

/** The procedures of a router by path, such as 'auth.login'. At run time tRPC's record is flat; its type is nested. */
export const procedureTable = (router: AnyTRPCRouter): Readonly<Record<string, { _def: ProcedureDefinition }>> =>
  router._def.procedures as unknown as Record<string, { _def: ProcedureDefinition }>;

export function procedureOf(router: AnyTRPCRouter, path: string): ProcedureDefinition | undefined {
  const table = procedureTable(router);
  return Object.hasOwn(table, path) ? table[path]?._def : undefined;
}
