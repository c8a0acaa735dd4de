/**
 * Turns a text that is too long for a message into an attached file. The text comes with the request, and the server
 * writes the file.
 */
import type { Deps } from '~/server/deps';
import { safeFileName } from '~/server/reading/detect/file-name';
import { limits } from '~/shared/limits';
import type { AttachTextInput, ClaimedUpload } from '~/shared/schemas/uploads';
import { reserveFile } from './quotas';
import { fileNotFound } from './uploads.errors';
import { storeClaim, toClaimed } from './uploads.service';

export async function attachText(deps: Deps, userId: string, input: AttachTextInput): Promise<ClaimedUpload> {
  const id = await deps.store.newKey();
  const bytes = Buffer.from(input.text, 'utf8');
  // Reserve the row first: if the process stops in between, the sweeper finds it and deletes the bytes.
  await reserveFile(deps, userId, id, bytes.length);
  await deps.store.write(id, bytes, { maxBytes: limits.attachmentBytes });
  const row = await storeClaim(deps, { id, name: textName(input.name), type: 'text/plain', size: bytes.length });
  if (!row) throw fileNotFound();
  return toClaimed(row);
}

function textName(requestedName = 'Text.txt'): string {
  const name = safeFileName(requestedName);
  return /\.txt$/i.test(name) ? name : `${name.slice(0, 200)}.txt`;
}
