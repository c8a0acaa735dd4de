/** Whether a password is among the 49,000 most common ones, which attackers try first. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A JSON list of lower-case passwords. Searched as text, because parsed it would take ten times the memory. */
const file = '@zxcvbn-ts/language-common/src/passwords.json';

let list: Promise<Buffer> | undefined;

export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readFile(createRequire(import.meta.url).resolve(file));
  try {
    return (await list).includes(JSON.stringify(password.toLowerCase()));
  } catch (error) {
    list = undefined;
    throw error;
  }
}
