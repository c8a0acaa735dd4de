/**
 * Programs that run beside the server, such as the readers of files, are started from the build if it is newer than
 * their sources, because translating the sources takes longer than most of them run.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built server; empty if there is none, or only an old one. */
    builtPrograms: string;
  }
}

interface BuildState {
  staleParts(names: string[]): string[];
}

export default async function preparePrograms(project: TestProject) {
  const script = pathToFileURL(path.resolve('scripts/build-state.mjs')).href;
  const { staleParts }: BuildState = await import(script);
  project.provide('builtPrograms', staleParts(['server']).length === 0 ? path.resolve('dist/server') : '');
}
