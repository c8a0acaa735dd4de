import { expect, it } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { linesOf, writePart } from './parts';

const folder = { path: createTestFolder(), identity: null };

it.each([true, false])('lines of a file contain any character, compressed: %s', async (isCompressed) => {
  const file = isCompressed ? 'rows.ndjson.gz' : 'rows.ndjson';
  const rows = ['a\u2028b', 'c\u2029d', 'e\u0085f', '', 'g\rh'].map((text) => JSON.stringify([text]));
  await writePart(
    folder,
    file,
    rows.map((row) => `${row}\n`),
    { isCompressed },
  );
  const lines: string[] = [];
  for await (const line of linesOf(folder, file)) lines.push(line);
  expect(lines).toEqual(rows);
});
