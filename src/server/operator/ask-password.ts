/**
 * A new password: typed without echo, piped in, or generated. Never an option, because every user can list processes.
 */
import { randomBytes } from 'node:crypto';
import { OperatorError } from '~/server/lib/operator-error';
import { textLines } from '~/server/lib/text-lines';

export interface NewPassword {
  password: string;
  /** Generated, so it must be shown once. */
  isGenerated: boolean;
}

/** 120 bits in letters that are easy to read aloud and type. */
function generate(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(24)].map((byte) => letters[byte % letters.length]);
  return (characters.join('').match(/.{6}/g) ?? []).join('-');
}

/** `isPiped`: the password is the first line of standard input. */
export async function askPassword({ isPiped }: { isPiped: boolean }): Promise<NewPassword> {
  const typed = isPiped ? await firstLine() : process.stdin.isTTY ? await readHidden() : '';
  if (typed !== '') return { password: typed, isGenerated: false };
  if (isPiped) throw new OperatorError('--password-stdin was given, but standard input is empty.');
  return { password: generate(), isGenerated: true };
}

async function firstLine(): Promise<string> {
  for await (const line of textLines(process.stdin)) return line.replace(/\r$/, '');
  return '';
}

function readHidden(): Promise<string> {
  process.stdout.write('Password (leave empty to generate one): ');
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', onInput);
      process.stdout.write('\n');
      settle();
    };
    const onInput = (text: string) => {
      for (const letter of text) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(typed));
        if (letter === '\u0003' || letter === '\u0004') return end(() => reject(new OperatorError('Canceled.')));
        typed = letter === '\u007f' || letter === '\b' ? [...typed].slice(0, -1).join('') : typed + letter;
      }
    };
    stdin.on('data', onInput);
    stdin.resume();
  });
}
