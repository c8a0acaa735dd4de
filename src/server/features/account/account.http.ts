/** The export of one's own data: a zip that is made while it is sent. */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import { signedOut } from '~/server/lib/errors';
import type { Context } from '~/server/trpc/context';
import { exportAccount } from './export-account';

/** Ends with the session or token that asked for it, as every stream does. */
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
    // Compressed once already.
    'Cache-Control': 'no-store, no-transform',
  });
  try {
    await pipeline(exportAccount(deps, userId, leave.signal), response, { signal: leave.signal });
  } catch (error) {
    // A broken transfer says better than a shorter archive that something is missing.
    deps.logger.warn({ err: error, requestId: context.requestId }, 'export aborted');
    response.destroy();
  } finally {
    stopWatching();
    leave.abort();
  }
}
