/** npm run doctor: looks at everything the product stands on, and says what to do about what is wrong. */
import { SettingsError } from '~/server/env';
import { type Io, runCommand } from '~/server/operator/command';
import { examine } from '~/server/operator/doctor/examine';
import { type Finding, fail, ok } from '~/server/operator/doctor/finding';
import { migrationsDir, root, settings } from '~/server/operator/open';

await runCommand({
  name: 'doctor',
  summary: 'checks settings, database, store and the servers around, and says the mend',
  notes: [
    'Changes nothing, but for a small object that it writes to the store, reads and deletes. Ends with 1 when something\nfails; a warning is no failure.',
  ],
  options: {
    json: { type: 'boolean', help: 'print the findings as JSON' },
  },
  async run({ json }, io) {
    const findings = await findAll();
    if (json) io.say(JSON.stringify(findings, null, 2));
    else print(findings, io);
    return !findings.some(({ state }) => state === 'fail');
  },
});

async function findAll(): Promise<Finding[]> {
  try {
    const env = settings();
    return [ok('settings', 'all can be read'), ...(await examine(env, { root, migrationsDir }))];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [words = '', ...lines] = error.message.split('\n');
    return [fail('settings', words, lines.map((line) => line.trim()).join('\n'))];
  }
}

function print(findings: Finding[], io: Io): void {
  const width = Math.max(...findings.map(({ about }) => about.length));
  for (const { state, about, words, mend } of findings) {
    io.say(`${state.padEnd(4)}  ${about.padEnd(width)}  ${words}`);
    for (const line of mend?.split('\n') ?? []) io.say(`${' '.repeat(width + 8)}→ ${line}`);
  }
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  io.say(`\n${count('ok')} in order, ${count('warn')} to look at, ${count('fail')} failed`);
}
