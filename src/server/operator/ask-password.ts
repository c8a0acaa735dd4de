/** A new password: typed unseen, piped in, or made. Never an option: those are seen by everybody on the machine. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { OperatorError } from './command';

export interface NewPassword {
  password: string;
  /** Made here: it must be shown, once. */
  isGenerated: boolean;
}

/** 120 bits in letters that can be read aloud and typed. */
function generate(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(24)].map((byte) => letters[byte % letters.length]);
  return (characters.join('').match(/.{6}/g) ?? []).join('-');
}

/** `isPiped`: the first line of standard input is the password. */
export async function askPassword({ isPiped }: { isPiped: boolean }): Promise<NewPassword> {
  const typed = isPiped ? await firstLine() : process.stdin.isTTY ? await typeUnseen() : '';
  if (typed !== '') return { password: typed, isGenerated: false };
  if (isPiped) throw new OperatorError('--password-stdin was given, but nothing came in.');
  return { password: generate(), isGenerated: true };
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function typeUnseen(): Promise<string> {
  process.stdout.write('Password (empty: one is made and shown): ');
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', hear);
      process.stdout.write('\n');
      settle();
    };
    const hear = (text: string) => {
      for (const letter of text) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(typed));
        if (letter === '\u0003' || letter === '\u0004') return end(() => reject(new OperatorError('Given up.')));
        typed = letter === '\u007f' || letter === '\b' ? [...typed].slice(0, -1).join('') : typed + letter;
      }
    };
    stdin.on('data', hear);
    stdin.resume();
  });
}
