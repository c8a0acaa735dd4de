/**
 * npm run release -- 1.2.3: sets the version, dates the changes in CHANGELOG.md, stores a database for upgrade tests,
 * commits and tags, and writes the release files to release/: sources, SBOM, notes and checksums. Nothing is pushed.
 * Known advisories for production packages stop it, unless `--with-advisories` follows the version.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { askRegistry, report } from './check-advisories.mjs';
import { isHigher, releaseNotes, withRelease } from './release/changelog';

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const [version = '', option] = process.argv.slice(2);
const current: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
const problem = !/^\d+\.\d+\.\d+$/.test(version)
  ? 'Give a version: npm run release -- 1.2.3'
  : !isHigher(version, current)
    ? `The version must be higher than ${current}.`
    : run('git', 'status', '--porcelain') !== ''
      ? 'Commit or stash your changes first.'
      : null;
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

// An unreachable registry is reported but does not stop a release.
if (report(askRegistry()) === 1 && option !== '--with-advisories') process.exit(1);
const changelog = withRelease(readFileSync('CHANGELOG.md', 'utf8'), version, new Date().toISOString().slice(0, 10));
run('npm', 'run', 'check');
run('npm', 'run', 'build');
process.stdout.write(run('npm', 'run', '--silent', 'reproducible'));
writeFileSync('CHANGELOG.md', changelog);
run('npm', 'version', version, '--no-git-tag-version');
run('node_modules/.bin/tsx', 'scripts/release/dump-database.ts', version);
run('git', 'add', 'CHANGELOG.md', 'package.json', 'package-lock.json', 'src/server/testing/releases');
run('git', 'commit', '--quiet', '-m', `Release ${version}`);
run('git', 'tag', '-a', `v${version}`, '-m', `qInsight ${version}`);

rmSync('release', { recursive: true, force: true });
mkdirSync('release');
const name = `qinsight-${version}`;
run('git', 'archive', '--format=tar.gz', `--prefix=${name}/`, `--output=release/${name}.tar.gz`, `v${version}`);
const sbom = run(
  'npm',
  'sbom',
  '--package-lock-only',
  '--omit=dev',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
);
writeFileSync(`release/${name}.cdx.json`, sbom);
const verifiers = { script: hashOf('public/track-record/verify.mjs'), page: hashOf('public/track-record/verify.html') };
writeFileSync('release/NOTES.md', releaseNotes(changelog, version, verifiers));
const sums = readdirSync('release').map((file) => `${hashOf(`release/${file}`)}  ${file}\n`);
writeFileSync('release/SHA256SUMS', sums.join(''));
process.stdout.write(`Tagged v${version}. Check release/, then push main and the tag.\n`);
