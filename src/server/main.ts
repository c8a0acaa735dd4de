/** Starts the server: in this process, or in WEB_CONCURRENCY processes under a supervisor. */
import cluster from 'node:cluster';
import path from 'node:path';
import { loadEnv } from './env';
import { LevelSignals } from './lib/level-signal';
import { explainFailure } from './operator/explain-failure';
import { announce, workerEnv } from './startup/worker';

const root = path.resolve(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const levelSignals = new LevelSignals();
  const env = loadEnv(root);
  // Development uses one process, because it restarts at every change.
  if (env.WEB_CONCURRENCY > 1 && env.isProduction && cluster.isPrimary) {
    const { supervise } = await import('./startup/supervise');
    return supervise(env, import.meta.filename, levelSignals);
  }
  const { serve } = await import('./startup/serve');
  await serve({ root, env: workerEnv(env), levelSignals, onReady: announce });
}

main().catch((error) => {
  process.stderr.write(`\n${explainFailure(error)}\n`);
  process.exit(1);
});
