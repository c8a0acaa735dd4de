import { createInterface } from 'node:readline/promises';
import { OperatorError } from '~/server/lib/operator-error';

/** Asks at the terminal. Without one, the given flag is required instead. */
export async function confirm(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new OperatorError(`${question}\nNothing was changed. Add ${flag} to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
