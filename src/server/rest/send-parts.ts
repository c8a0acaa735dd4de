/** Lists as files: read and written part by part, so that a long one fills no memory and holds up nobody. */
import type { Response } from 'express';
import { type Call, type ProcedurePath, procedureOf } from './route';

interface FileOfParts<Part> {
  fileName: string;
  mediaType: string;
  first: string;
  write: (part: Part, isFirst: boolean) => string;
  last: string;
}

/** Each part asks again who is asking: whoever is locked out meanwhile gets no more. */
export async function sendParts<Part extends { nextCursor: string | null }>(
  { deps, context, request, response }: Call,
  procedure: ProcedurePath,
  { fileName, mediaType, first, write, last }: FileOfParts<Part>,
): Promise<void> {
  const read = procedureOf(context, procedure) as (input: object) => Promise<Part>;
  // A refusal comes with the first part, while the answer can still be JSON.
  let part = await read({});
  response.status(200).set({
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  if (request.method === 'HEAD') return void response.end();
  try {
    response.write(first);
    for (let isFirst = true; ; isFirst = false) {
      await writePart(response, write(part, isFirst));
      if (!part.nextCursor || response.closed) break;
      part = await read({ cursor: part.nextCursor });
    }
    response.end(last);
  } catch (error) {
    // A file that ends early must not look whole: the connection is cut, and the browser says so.
    deps.logger.error({ err: error, requestId: context.requestId }, `${fileName} could not be sent to its end`);
    response.destroy();
  }
}

/** Waits while the reader has not taken what was sent, unless it is gone. */
async function writePart(response: Response, text: string): Promise<void> {
  if (text === '' || response.write(text) || response.closed) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      response.off('drain', goOn);
      response.off('close', goOn);
      resolve();
    };
    response.on('drain', goOn);
    response.on('close', goOn);
  });
}
