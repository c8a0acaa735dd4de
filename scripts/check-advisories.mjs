/**
 * npm run advisories: compares the production packages of package-lock.json with the npm registry's known advisories.
 * Exit code 0: none. 1: some, which are listed. 3: unknown, because the registry did not respond.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Interprets a report of `npm audit --json`, whose exit code does not distinguish advisories from a missing response.
 */
export function verdictOf(text) {
  const report = parsed(text);
  if (report?.auditReportVersion !== 2) return { code: 3, lines: [reasonOf(report)] };
  const lines = Object.values(report.vulnerabilities).flatMap(({ name, severity, range, via }) =>
    via
      .filter((cause) => typeof cause === 'object')
      .map(({ title, url }) => `${severity}: ${name} ${range} – ${title} ${url}`),
  );
  return { code: lines.length > 0 ? 1 : 0, lines: lines.sort() };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const reasonOf = (report) => report?.message ?? report?.error?.summary ?? 'npm audit wrote no report';

/** Queries the registry even if npm is set to offline mode, in which it would report no advisories. */
export function askRegistry() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--offline=false', '--prefer-offline=false'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  });
  return verdictOf(stdout ?? '');
}

/** Prints the verdict and returns the exit code. */
export function report({ code, lines }) {
  if (code === 0) process.stdout.write('No known advisories for the production packages.\n');
  else if (code === 1) process.stderr.write(`Known advisories for production packages:\n${lines.join('\n')}\n`);
  else
    process.stderr.write(
      `The advisories were not checked: ${lines.join(' ')}\nRun npm run advisories where the npm registry can be reached.\n`,
    );
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(report(askRegistry()));
