/**
 * The version before this one, built from the history of the repository: the last release, if this version has the same
 * packages and newer migrations, otherwise the commit before the newest migration. So it does not know that migration.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './server-process';

const root = process.cwd();

export interface PreviousVersion {
  commit: string;
  /** The file to start with Node.js. */
  program: string;
  migrations: string[];
}

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Whether a file or folder is the same in a version as now. */
const isSame = (object: string) => git('rev-parse', object) === git('rev-parse', object.replace(/^[^:]*/, 'HEAD'));

/** Null in a copy without the history, such as the archive of a release. */
export function previousCommit(): string | null {
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  if (release && isSame(`${release}:package-lock.json`) && !isSame(`${release}:prisma/migrations`))
    return git('rev-parse', `${release}^{commit}`);
  const newest = git('log', '--diff-filter=A', '-1', '--format=%H', '--', 'prisma/migrations');
  return newest ? git('rev-parse', '--verify', `${newest}^`) : null;
}

const packagesOf = (folder: string): string[] =>
  Object.keys(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies);

/** Packages that the version needs and this one has removed. Its programs that need one of them do not start. */
function removedPackages(folder: string): string[] {
  const kept = packagesOf(root);
  return packagesOf(folder).filter((name) => !kept.includes(name));
}

/** Takes as long as a build of the server. Packages and pages are those of this version. */
export function buildPreviousVersion(commit: string): PreviousVersion {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
  execFileSync(bin('prisma'), ['generate'], { cwd: folder, stdio: 'pipe' });
  const settings = {
    configFile: 'vite.server.config.ts',
    logLevel: 'warn',
    build: { rolldownOptions: { external: removedPackages(folder) } },
  };
  const script = `import { build } from 'vite'; await build(${JSON.stringify(settings)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, stdio: 'pipe' });
  mkdirSync(path.join(folder, 'dist'), { recursive: true });
  symlinkSync(path.join(root, 'dist/client'), path.join(folder, 'dist/client'));
  return {
    commit,
    program: path.join(folder, 'dist/server/main.js'),
    migrations: readdirSync(path.join(folder, 'prisma/migrations')).filter((name) => !name.includes('.')),
  };
}
