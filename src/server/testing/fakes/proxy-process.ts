/** A reverse proxy as a child process, in its own folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { isListening } from './free-port';

interface ProxyProcess {
  program: string;
  args: string[];
  /** Deleted when it has ended. */
  folder: string;
  port: number;
  env?: NodeJS.ProcessEnv;
}

/** Resolves when it listens. Returns a function that stops it. */
export async function startProxy({ program, args, folder, port, env }: ProxyProcess): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: 'ignore', ...(env && { env }) });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt > 1500 || child.exitCode !== null) throw new Error(`${program} did not start.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    process.off('exit', kill);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}
