/** Lists as files: read and written part by part, so that a long one fills no memory and holds up nobody. */
import type { Response } from 'express';
import Papa from 'papaparse';
import type { WaitlistExport } from '~/shared/schemas/accounts';
import { type Call, procedureOf } from './route';

export async function sendWaitlist({ deps, context, request, response }: Call): Promise<void> {
  // Each part asks again who is asking: whoever is locked out meanwhile gets no more.
  const read = procedureOf(context, 'waitlist.export') as (input: { cursor?: string }) => Promise<WaitlistExport>;
  // A refusal comes with the first part, while the answer can still be JSON.
  let part = await read({});
  const day = new Date().toISOString().slice(0, 10);
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="waitlist-${day}.csv"`,
  });
  if (request.method === 'HEAD') return void response.end();
  try {
    response.write(csvLines([['Email', 'Signed Up']]));
    for (;;) {
      await writePart(response, csvLines(part.items.map(({ email, createdAt }) => [email, createdAt.toISOString()])));
      if (!part.nextCursor || response.closed) break;
      part = await read({ cursor: part.nextCursor });
    }
    response.end();
  } catch (error) {
    // A file that ends early must not look whole: the connection is cut, and the browser says so.
    deps.logger.error({ err: error, requestId: context.requestId }, 'a file could not be sent to its end');
    response.destroy();
  }
}

/** Cells that a spreadsheet would calculate are made text: nobody's address runs as a formula. */
export function csvLines(rows: string[][]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}

/** Waits while the reader has not taken what was sent, unless it is gone. */
export async function writePart(response: Response, text: string): Promise<void> {
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
