/**
 * Recognizes words in images with the `tesseract` program, if it is installed. It receives pixels, never a file or a
 * name.
 */
import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { inherited } from '~/server/env';

const maxOutputBytes = 1024 * 1024;

/** The program's location in PATH; null if it is not installed. */
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

/** More make it slower and less accurate. */
const maxLanguages = 4;
const listMs = 5000;
const languages = new Map<string, Promise<string[]>>();

/** The options for all installed languages, English first. */
function languageOptions(program: string): Promise<string[]> {
  const known = languages.get(program) ?? listLanguages(program);
  languages.set(program, known);
  return known;
}

function listLanguages(program: string): Promise<string[]> {
  return new Promise((resolve) => {
    const list = execFile(program, ['--list-langs'], { timeout: listMs, env: environment() }, (error, output) => {
      const names = error
        ? []
        : output
            .split('\n')
            .slice(1)
            .filter((name) => /^[a-z]{3}(?:_\w+)?$/.test(name));
      const read = names.filter((name) => name !== 'osd' && name !== 'equ');
      const first = read.sort((one, other) => Number(other === 'eng') - Number(one === 'eng'));
      resolve(first.length > 0 ? ['-l', first.slice(0, maxLanguages).join('+')] : []);
    });
    list.stdin?.end();
  });
}

// Its own threads make it slower on small machines, and it must not inherit the server's settings.
const environment = () => ({ ...inherited('PATH', 'TESSDATA_PREFIX'), OMP_THREAD_LIMIT: '1' });

/** null if the program fails or times out. Throws only the signal's reason. */
export async function recognizeWords(
  program: string,
  png: Uint8Array,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<string | null> {
  const { timeoutMs, signal } = limits;
  signal?.throwIfAborted();
  const options = await languageOptions(program);
  signal?.throwIfAborted();
  const text = await new Promise<string | null>((resolve) => {
    const child = spawn(program, ['stdin', 'stdout', ...options], {
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: false,
      env: environment(),
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
    // If the program exits without reading, the pipe closes; its exit code decides.
    child.stdin.on('error', () => {});
    child.stdin.end(png);
  });
  signal?.throwIfAborted();
  return text;
}
