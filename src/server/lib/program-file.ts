/**
 * The file of a program that runs beside the server, in a process or a thread of its own: one file of the build, or its
 * source, which is translated at every start.
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

/** A source then starts the programs of the build in this folder, and of its own none. */
export function startProgramsOf(folder: string): void {
  build = folder;
}

/** `neighbor` is a file in the folder of the program: one of the build, or a source. */
export function programFile(name: string, neighbor: string): ProgramFile {
  const isSource = neighbor.endsWith('.ts') && build === '';
  const folder = neighbor.endsWith('.ts') && build !== '' ? build : path.dirname(neighbor);
  return { file: path.join(folder, `${name}.${isSource ? 'ts' : 'js'}`), isSource };
}

/** The arguments of Node that let a process start the program. */
export const nodeArguments = ({ file, isSource }: ProgramFile): string[] =>
  isSource ? ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href] : [];

/** A module that starts the program in a thread, where tsx is loaded by the program itself. */
export function translatingModule(file: string): string {
  const tsx = path.dirname(createRequire(file).resolve('tsx/package.json'));
  const translator = pathToFileURL(path.join(tsx, 'dist/esm/api/index.mjs')).href;
  return `import(${JSON.stringify(translator)})
    .then(({ register }) => { register(); return import(${JSON.stringify(pathToFileURL(file).href)}); })`;
}
