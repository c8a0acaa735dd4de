/** An operator's action as a process of its own, from the build, as npm run starts it. */
import { spawn } from 'node:child_process';
import { onlySettings } from '~/server/testing/worlds/server-process';

export interface ActionEnd {
  code: number | null;
  /** What it printed as its result. */
  said: string;
  /** What it printed beside it: warnings and refusals. */
  warned: string;
}

/** The names of the actions are those of their files: user-lock, not user:lock. */
export function runAction(
  action: string,
  args: string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<ActionEnd> {
  const child = spawn(process.execPath, [`dist/server/operator-${action}.js`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Libraries that warn of old versions of Node do so beside the action's own words.
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
  // An action that ends before it reads breaks the pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const late = setTimeout(() => child.kill('SIGKILL'), 100_000);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, said, warned });
    });
  });
}
