/** For each test file; see prepare-programs.ts. */
import { inject } from 'vitest';
import { startProgramsOf } from '~/server/lib/program-file';

startProgramsOf(inject('builtPrograms'));
