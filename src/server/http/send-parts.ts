/** Sends lists as files, part by part, so that a long one neither fills the memory nor blocks other requests. */
import type { Response } from 'express';
import type { HttpCall } from './http-call';

export interface FileOfParts<Part> {
  fileName: string;
  mediaType: string;
  first: string;
  write: (part: Part, isFirst: boolean) => string;
  last: string;
}

/** The session is checked again before each part, so that a locked user gets no more. */
export async function sendParts<Part extends { nextCursor: string | null }>(
  { deps, context, request, response }: HttpCall,
  read: (cursor?: string) => Promise<Part>,
  { fileName, mediaType, first, write, last }: FileOfParts<Part>,
): Promise<void> {
  // Wait for the first part: an error can still be sent as JSON.
  let part = await read();
  response.status(200).set({
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  if (request.method === 'HEAD') return void response.end();
  const writePart = partWriter(response);
  try {
    response.write(first);
    for (let isFirst = true; ; isFirst = false) {
      await writePart(write(part, isFirst));
      if (!part.nextCursor || response.closed) break;
      part = await read(part.nextCursor);
    }
    response.end(last);
  } catch (error) {
    // A truncated file must not look complete: the browser reports a cut connection.
    deps.logger.error({ err: error, requestId: context.requestId }, `${fileName} was not sent completely`);
    response.destroy();
  }
}

/**
 * Writes a part and waits until the client has read what was sent, or has disconnected. The listeners serve all parts:
 * a listener for `drain` can't be removed, because compression adds it to a stream of its own.
 */
function partWriter(response: Response): (text: string) => Promise<void> {
  let goOn = () => {};
  response.on('drain', () => goOn());
  response.on('close', () => goOn());
  return async (text) => {
    if (text === '' || response.write(text) || response.closed) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
}
