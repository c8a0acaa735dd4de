/** Runs an operator command from the build in a separate process, as npm run does. */
import { spawn } from 'node:child_process';
import { replaceEnvironment } from '~/server/testing/environment';
import { wasmFlags } from '~/server/testing/wasm-flags';
import { onlySettings } from '~/server/testing/worlds/server-process';

export interface ActionEnd {
  code: number | null;
  /** Its result on stdout. */
  said: string;
  /** Its warnings and errors on stderr. */
  warned: string;
}

export interface ActionCall {
  /** Commands are named by their files: user-lock, not user:lock. */
  action: string;
  args: string[];
  settings?: Record<string, string>;
}

export function runAction(
  action: string,
  args: string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<ActionEnd> {
  return runNode([`dist/server/operator-${action}.js`, ...args], settings, input);
}

/**
 * Runs many commands in one process, one after the other: it loads the server once, which takes longer than most
 * commands. Each has only its own arguments and settings, and its own output and exit code. `runAction` tests how a
 * process ends.
 */
export async function runActions(calls: ActionCall[]): Promise<ActionEnd[]> {
  const named = calls.map(({ action, args, settings = {} }) => ({ action, args, env: onlySettings(settings) }));
  const { said, warned } = await runNode(['--input-type=module', '--eval', runner], {}, JSON.stringify(named));
  if (warned) throw new Error(warned);
  return JSON.parse(said) as ActionEnd[];
}

const runner = `
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
const calls = JSON.parse(await text(process.stdin));
const replaceEnvironment = ${replaceEnvironment};
const exit = process.exit;
const write = process.stdout.write.bind(process.stdout);
const ends = [];
for (const [number, { action, args, env }] of calls.entries()) {
  const end = { code: null, said: '', warned: '' };
  process.stdout.write = (words) => ((end.said += words), true);
  process.stderr.write = (words) => ((end.warned += words), true);
  const stop = new Error('exit');
  process.exit = (code) => {
    end.code = code;
    throw stop;
  };
  replaceEnvironment(env);
  process.argv = [process.execPath, action, ...args];
  const file = pathToFileURL(path.resolve('dist/server/operator-' + action + '.js'));
  // The parameter makes it another module, which runs; what it imports is shared.
  await import(file.href + '?' + number).catch((error) => {
    if (error !== stop) end.warned += error.stack;
  });
  ends.push(end);
}
write(JSON.stringify(ends), () => exit(0));
`;

function runNode(args: string[], settings: Record<string, string>, input: string): Promise<ActionEnd> {
  const child = spawn(process.execPath, [...wasmFlags, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Some libraries print warnings about old versions of Node.js.
    env: { ...onlySettings(settings), NODE_NO_WARNINGS: '1' },
  });
  let said = '';
  let warned = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    warned += text;
  });
  // A command that ends before it reads stdin breaks the pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const late = setTimeout(() => child.kill('SIGKILL'), 280_000);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, said, warned });
    });
  });
}
