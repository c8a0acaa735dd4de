/** The procedures behind the routes: their metadata, and how to call one by its path. */
import { callTRPCProcedure, type inferRouterInputs } from '@trpc/server';
import { z } from 'zod';
import { type AppRouter, appRouter } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import { type ProcedureDefinition, procedureOf } from '~/server/trpc/procedure-table';

type Inputs = inferRouterInputs<AppRouter>;
export type ProcedurePath = { [F in keyof Inputs]: `${F}.${keyof Inputs[F] & string}` }[keyof Inputs];

export function definitionOf(path: ProcedurePath): ProcedureDefinition {
  const definition = procedureOf(appRouter, path);
  if (!definition) throw new Error(`the procedure ${path} does not exist`);
  return definition;
}

/** The field names of a procedure's input. */
export function fieldsOf(path: ProcedurePath): string[] {
  let [schema]: (z.core.$ZodType | undefined)[] = definitionOf(path).inputs;
  while (schema instanceof z.ZodPipe || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    schema = schema instanceof z.ZodPipe ? schema.in : schema.def.innerType;
  if (schema === undefined) return [];
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  throw new Error(`the input of ${path} is not an object`);
}

/** Calls a procedure with unvalidated input, which it validates itself. */
export const callProcedure = (context: Context, path: ProcedurePath, input: unknown): Promise<unknown> =>
  callTRPCProcedure({
    router: appRouter,
    ctx: context,
    path,
    type: definitionOf(path).type,
    getRawInput: async () => input,
    signal: undefined,
    batchIndex: 0,
  });
