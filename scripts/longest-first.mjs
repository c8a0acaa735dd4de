/**
 * The order of test files: the longest start first, so that no worker is left with a long file at the end. Without
 * earlier results, as after a clean checkout, Vitest only knows file sizes. A missing file here only costs seconds.
 */
import path from 'node:path';
import { BaseSequencer } from 'vitest/node';

const longest = [
  // Tests with two servers mostly wait, so other files fill the gaps.
  'processes/two-servers.test.ts',
  'processes/operator.test.ts',
  'processes/backup.test.ts',
  'processes/database-outage.test.ts',
  'processes/power-cut.test.ts',
  'processes/rest-contract.test.ts',
  'processes/rolling-update.test.ts',
  'processes/killed-mid-reading.test.ts',
  'processes/bad-network.test.ts',
  'processes/workers.test.ts',
  'processes/paused-process.test.ts',
  'processes/data-folder.test.ts',
  'processes/doctor.test.ts',
  'processes/scheduled-backups.test.ts',
  'processes/killed-while-writing.test.ts',
  'processes/killed-mid-file.test.ts',
  'processes/npm-start.test.ts',
  'processes/stopping.test.ts',
  'processes/update.test.ts',
  'processes/demo.test.ts',
  'processes/killed-mid-answer.test.ts',
  'processes/job-without-database.test.ts',
  'features/scheduled-backups/scheduled-backups.test.ts',
  'features/uploads/hostile-uploads.test.ts',
  'rest/access.test.ts',
  'backup/backup.test.ts',
  'invariants/procedures.test.ts',
  'features/imports/imports.test.ts',
  'reading/pool/reader-pool.test.ts',
  'reading/hostile-files.test.ts',
  'db/server-pool.test.ts',
];

/** The index in the list; files that are not in it come last. */
const rank = ({ moduleId }) => {
  const place = longest.findIndex((name) => moduleId.endsWith(path.join('/src/server', name)));
  return place < 0 ? longest.length : place;
};

export class LongestFirst extends BaseSequencer {
  /** Files that share a worker stay together, because a file of another project in between would end the worker. */
  async sort(files) {
    const usual = await super.sort(files);
    const groupKeyOf = ({ project: { config, name } }) => `${config.sequence.groupOrder} ${config.isolate ? '' : name}`;
    const groupKeys = [...new Set(usual.map(groupKeyOf))];
    const inOrder = (room) => usual.filter((file) => groupKeyOf(file) === room).sort((a, b) => rank(a) - rank(b));
    return groupKeys.flatMap(inOrder);
  }
}
