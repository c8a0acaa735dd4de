import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nodeArguments, programFile, startProgramsOf } from './program-file';

const [source, chunk] = [import.meta.filename, '/srv/dist/server/main-x1.js'];

afterEach(() => startProgramsOf(''));

it('is the source beside a source, which is translated at the start', () => {
  const program = programFile('reading-worker', source);
  expect(program).toEqual({ file: path.join(path.dirname(source), 'reading-worker.ts'), isSource: true });
  expect(nodeArguments({ ...program, file: source })).toEqual(['--import', expect.stringMatching(/^file:.*\/tsx\//)]);
});

it('is the file beside a part of the build, wherever tests look for theirs', () => {
  const built = { file: '/srv/dist/server/reading-worker.js', isSource: false };
  expect(programFile('reading-worker', chunk)).toEqual(built);
  startProgramsOf('/elsewhere');
  expect(programFile('reading-worker', chunk)).toEqual(built);
  expect(nodeArguments(built)).toEqual([]);
});

it('is that of the build if a test has set its folder', () => {
  startProgramsOf('/dist/server');
  expect(programFile('reading-worker', source)).toEqual({ file: '/dist/server/reading-worker.js', isSource: false });
});
