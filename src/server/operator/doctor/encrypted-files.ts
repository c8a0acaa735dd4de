/**
 * Reports whether new files and messages are encrypted, and how many existing ones are. The check of secrets covers the
 * key itself.
 */

import type { Query } from '~/server/db/sealed-columns';
import type { Env } from '~/server/env';
import { type Finding, ok } from './finding';

export async function checkEncryptedFiles(
  { ENCRYPT_FILES }: Pick<Env, 'ENCRYPT_FILES'>,
  query: Query,
): Promise<Finding> {
  const [row] = await query(
    // The version of a file's id, see providers/storage/encrypted.ts.
    `SELECT count(*)::int AS files, count(*) FILTER (WHERE substr(id::text, 15, 1) = '8')::int AS encrypted FROM objects`,
  );
  const [files, encrypted] = [Number(row?.files), Number(row?.encrypted)];
  const stored = `${encrypted.toLocaleString('en-US')} of ${files.toLocaleString('en-US')} stored files are encrypted`;
  return ok('file encryption', `${ENCRYPT_FILES}${files > 0 ? `; ${stored}` : ''}`);
}

/** Only the newest answers, because counting all would read every text. */
const countedAnswers = 1000;

export async function checkEncryptedMessages(
  { ENCRYPT_MESSAGES }: Pick<Env, 'ENCRYPT_MESSAGES'>,
  query: Query,
): Promise<Finding> {
  const [row] = await query(
    // The start of an encrypted text, see lib/stored-texts.
    `SELECT count(*)::int AS answers, count(*) FILTER (WHERE strpos(m.content, U&'\\FDD0') > 0)::int AS encrypted
     FROM (SELECT message_id FROM generations ORDER BY created_at DESC LIMIT ${countedAnswers}) AS newest
     JOIN messages m ON m.id = newest.message_id WHERE m.content <> ''`,
  );
  const [answers, encrypted] = [Number(row?.answers), Number(row?.encrypted)];
  const stored = `${encrypted.toLocaleString('en-US')} of the newest ${answers.toLocaleString('en-US')} answers are encrypted`;
  return ok('message encryption', `${ENCRYPT_MESSAGES}${answers > 0 ? `; ${stored}` : ''}`);
}
