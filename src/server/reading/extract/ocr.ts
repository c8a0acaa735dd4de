/** Words in pictures, by the `tesseract` program where the machine has it. It is given pixels, never a file or a name. */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { inherited } from '~/server/env';

const maxOutputBytes = 1024 * 1024;

/** Where the program lies in PATH; null where it is not installed. */
export async function findProgram(name: string): Promise<string | null> {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  if (path.isAbsolute(file)) return (await isProgram(file)) ? file : null;
  for (const folder of (inherited('PATH').PATH ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const candidate = path.join(folder, file);
    if (await isProgram(candidate)) return candidate;
  }
  return null;
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** null when the program fails or takes longer. Fails only with the signal's reason. */
export async function recogniseWords(
  program: string,
  png: Uint8Array,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<string | null> {
  const { timeoutMs, signal } = options;
  signal?.throwIfAborted();
  const text = await new Promise<string | null>((resolve) => {
    const child = spawn(program, ['stdin', 'stdout'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: false,
      // Its own threads make it slower on small machines, and the server's settings are not its affair.
      env: { ...inherited('PATH', 'TESSDATA_PREFIX'), OMP_THREAD_LIMIT: '1' },
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, timeoutMs);
    signal?.addEventListener('abort', kill, { once: true });
    const settle = (result: string | null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      resolve(result);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutputBytes) kill();
      else chunks.push(chunk);
    });
    child.once('error', () => settle(null));
    child.once('close', (code) => settle(code === 0 ? Buffer.concat(chunks).toString('utf8') : null));
    // A program that ends without reading closes the pipe; how it ended is what counts.
    child.stdin.on('error', () => {});
    child.stdin.end(png);
  });
  signal?.throwIfAborted();
  return text;
}
