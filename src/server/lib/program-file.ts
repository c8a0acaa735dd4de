/**
 * The file of a program that runs in a separate process or thread: a file of the build, or its source, which is
 * translated at every start.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ProgramFile {
  file: string;
  /** A source needs tsx, which translates it. */
  isSource: boolean;
}

let build = '';

/** Sources then start the programs of the build in this folder instead of their own. */
export function startProgramsOf(folder: string): void {
  build = folder;
}

/** `neighbor` is a file in the folder of the program: one of the build, or a source. */
export function programFile(name: string, neighbor: string): ProgramFile {
  const isSource = neighbor.endsWith('.ts') && build === '';
  const folder = neighbor.endsWith('.ts') && build !== '' ? build : path.dirname(neighbor);
  return { file: path.join(folder, `${name}.${isSource ? 'ts' : 'js'}`), isSource };
}

/** The Node.js arguments for a process that starts the program. */
export const nodeArguments = ({ file, isSource }: ProgramFile): string[] =>
  isSource ? ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href] : [];

/** A module that starts the program in a thread, where the program itself must load tsx. */
export function translatingModule(file: string): string {
  const tsx = path.dirname(createRequire(file).resolve('tsx/package.json'));
  const translator = pathToFileURL(path.join(tsx, 'dist/esm/api/index.mjs')).href;
  return `import(${JSON.stringify(translator)})
    .then(({ register }) => { register(); return import(${JSON.stringify(pathToFileURL(file).href)}); })`;
}
