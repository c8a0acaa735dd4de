/** Streams exported conversations over plain HTTP while they are created. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import { contentDisposition } from '~/server/features/uploads/image-inline';
import { signedOut } from '~/server/lib/errors';
import type { Context } from '~/server/trpc/context';
import type { ExportedFile } from '~/shared/schemas/conversation-exports';
import { exportFile, type RequestedFile } from './exports.service';

interface Sending {
  context: Context;
  request: Request;
  response: Response;
}

export async function sendExport(
  { context, request, response }: Sending,
  { fileName, mediaType }: ExportedFile,
  requested: RequestedFile,
): Promise<void> {
  const { deps } = context;
  const signedIn = await context.authenticate();
  if (!signedIn) throw signedOut();
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  const stopWatching = endWithSession(context, signedIn.user.id, leave);
  try {
    const parts = exportFile(deps, signedIn.user.id, requested, leave.signal);
    // Errors occur before the first part, while the response can still be JSON.
    const first = await parts.next();
    response
      .status(200)
      .set({ 'Content-Type': mediaType, 'Content-Disposition': contentDisposition(fileName, mediaType) });
    if (request.method === 'HEAD') return void response.end();
    await sendParts(first.value ?? '', parts, response, leave.signal).catch((error) => {
      // An incomplete file must not look complete, so the connection is aborted.
      deps.logger.warn({ err: error, requestId: context.requestId }, 'export aborted');
      response.destroy();
    });
  } finally {
    stopWatching();
  }
}

type Part = string | Uint8Array;

async function sendParts(first: Part, rest: AsyncIterable<Part>, response: Response, signal: AbortSignal) {
  async function* all(): AsyncGenerator<Part> {
    yield first;
    yield* rest;
  }
  await pipeline(Readable.from(all()), response, { signal });
}
