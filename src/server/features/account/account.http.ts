/** Data export: streams a zip file of the user's data while it is being created. */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import { signedOut } from '~/server/lib/errors';
import type { Context } from '~/server/trpc/context';
import { exportAccount } from './export-account';

/** Stops when the session or API token that started it ends, as every stream does. */
export async function sendExport(context: Context, response: Response, fileName: string): Promise<void> {
  const { deps } = context;
  const signedIn = await context.authenticate();
  if (!signedIn) throw signedOut();
  const userId = signedIn.user.id;
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  const stopWatching = endWithSession(context, userId, leave);
  response.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'X-Content-Type-Options': 'nosniff',
    // The zip is already compressed.
    'Cache-Control': 'no-store, no-transform',
  });
  try {
    await pipeline(exportAccount(deps, userId, leave.signal), response, { signal: leave.signal });
  } catch (error) {
    // Abort the connection, so that the client sees a broken download instead of a shorter archive.
    deps.logger.warn({ err: error, requestId: context.requestId }, 'export aborted');
    response.destroy();
  } finally {
    stopWatching();
    leave.abort();
  }
}
