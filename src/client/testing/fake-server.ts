/**
 * A fake server for component tests: answers by procedure, behind a fake `fetch`. All client code is real. The types
 * are the server's, so the answers can't drift from the contract.
 */
import superjson from 'superjson';
import { vi } from 'vitest';
import type { RouterOutputs } from '~/client/lib/trpc';

type Router = keyof RouterOutputs & string;
type Procedure = { [R in Router]: `${R}.${keyof RouterOutputs[R] & string}` }[Router];
type OutputOf<P extends Procedure> = P extends `${infer R extends Router}.${infer N}`
  ? N extends keyof RouterOutputs[R]
    ? RouterOutputs[R][N]
    : never
  : never;

/** The output or error of each procedure. A pending promise keeps the request pending. */
export type FakeResponses = { [P in Procedure]?: (input: unknown) => OutputOf<P> | Promise<OutputOf<P>> };

interface ServerErrorOptions {
  code?: string;
  httpStatus?: number;
  appCode?: string;
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
}

/** An error with the fields of the server's error formatter. */
export class ServerError extends Error {
  readonly data: Required<ServerErrorOptions>;
  constructor(
    message: string,
    {
      code = 'BAD_REQUEST',
      httpStatus = 400,
      appCode = '',
      fieldErrors = {},
      retryAfterSeconds = 0,
    }: ServerErrorOptions = {},
  ) {
    super(message);
    this.data = { code, httpStatus, appCode, fieldErrors, retryAfterSeconds };
  }
}

interface SentRequest {
  path: string;
  input: unknown;
}

/** Replaces `fetch` until the end of the test. Returns the requests in order. */
export function fakeServer(answers: FakeResponses): SentRequest[] {
  const requests: SentRequest[] = [];
  const handlers = new Map<string, (input: unknown) => unknown>(Object.entries(answers));

  async function answer(path: string, serialized: unknown) {
    const input = serialized
      ? superjson.deserialize(serialized as Parameters<typeof superjson.deserialize>[0])
      : undefined;
    requests.push({ path, input });
    try {
      const handler = handlers.get(path);
      if (!handler) throw new ServerError(`The test has no answer for ${path}`, { code: 'NOT_FOUND', httpStatus: 404 });
      return { result: { data: superjson.serialize(await handler(input)) } };
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      return { error: superjson.serialize({ message: error.message, code: -32600, data: error.data }) };
    }
  }

  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const inputs = JSON.parse(searchParams.get('input') ?? (init?.body as string | undefined) ?? 'null');
    const paths = pathname.replace('/trpc/', '').split(',');
    const isBatch = searchParams.has('batch');
    const results = await Promise.all(paths.map((path, index) => answer(path, isBatch ? inputs?.[index] : inputs)));
    return Response.json(isBatch ? results : results[0]);
  });
  return requests;
}
