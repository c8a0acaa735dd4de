/** npm run doctor: checks the installation and suggests fixes. */
import { SettingsError } from '~/server/env';
import type { Io } from '~/server/lib/command-output';
import { migrationsDir, root } from '~/server/lib/product-root';
import { runCommand } from '~/server/operator/command';
import { checkInstallation } from '~/server/operator/doctor/check-installation';
import { type Finding, fail, ok } from '~/server/operator/doctor/finding';
import { settings } from '~/server/operator/open';

await runCommand({
  name: 'doctor',
  summary: 'checks settings, database, file storage and external services, and suggests fixes',
  notes: [
    'Read-only, except for one small file that it writes to the file storage, reads and deletes. Each model endpoint gets\none short question, which may cost a few tokens. The exit code is 1 if a check fails. A warning is not a failure.',
  ],
  options: {
    json: { type: 'boolean', help: 'print the findings as JSON' },
  },
  async run({ json }, io) {
    const findings = await findAll();
    if (json) io.print(JSON.stringify(findings, null, 2));
    else print(findings, io);
    return !findings.some(({ state }) => state === 'fail');
  },
});

async function findAll(): Promise<Finding[]> {
  try {
    const env = settings();
    return [ok('settings', 'all valid'), ...(await checkInstallation(env, { root, migrationsDir }))];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [message = '', ...lines] = error.message.split('\n');
    return [fail('settings', message, lines.map((line) => line.trim()).join('\n'))];
  }
}

function print(findings: Finding[], io: Io): void {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { state, check, message, fix } of findings) {
    io.print(`${state.padEnd(4)}  ${check.padEnd(width)}  ${message}`);
    for (const line of fix?.split('\n') ?? []) io.print(`${' '.repeat(width + 8)}→ ${line}`);
  }
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  io.print(`\n${count('ok')} passed, ${count('warn')} warnings, ${count('fail')} failed`);
}
