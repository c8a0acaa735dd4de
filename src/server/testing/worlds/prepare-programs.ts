/**
 * Programs that run beside the server, such as the readers of files, are started from the build where it is newer than
 * its sources: translating a source takes longer than most of them run.
 */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { staleParts } from '../../../../scripts/build-state.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built server; empty where there is none, or an old one. */
    builtPrograms: string;
  }
}

export default function preparePrograms(project: TestProject) {
  project.provide('builtPrograms', staleParts(['server']).length === 0 ? path.resolve('dist/server') : '');
}
