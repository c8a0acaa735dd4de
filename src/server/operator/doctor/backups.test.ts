import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { nameOf, verifiedName } from '~/server/features/scheduled-backups/keep-backups';
import { createTestFolder } from '~/server/testing/test-folder';
import { checkBackups } from './backups';

const folder = createTestFolder();
const check = (settings: Record<string, string>) => checkBackups(parseEnv({ DATA_DIR: folder, ...settings }));

describe('the check of scheduled backups', () => {
  it('accepts an installation without them', async () => {
    expect(await check({})).toMatchObject([{ state: 'ok' }]);
  });

  it('finds a folder that is not mounted', async () => {
    const missing = path.join(folder, 'missing');
    expect(await check({ BACKUP_DIR: missing })).toMatchObject([
      { state: 'fail', message: `the folder ${missing} does not exist` },
    ]);
  });

  it('warns of the same disk, and of backups that are not encrypted', async () => {
    const found = await check({ BACKUP_DIR: folder });
    expect(found.map(({ state, message }) => [state, message])).toEqual([
      ['warn', `${folder} is on the same disk as DATA_DIR`],
      ['warn', 'backups are not encrypted'],
    ]);
    expect(await check({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'correct horse battery' })).toHaveLength(1);
  });

  it.each<[string, [hours: number, isVerified: boolean][], RegExp | null]>([
    [
      'a verified one of last night',
      [
        [10, true],
        [34, true],
      ],
      null,
    ],
    ['a folder without any', [], null],
    ['a verified one from yesterday', [[35, true]], null],
    [
      'an old verified one',
      [
        [50, true],
        [74, true],
      ],
      /^the last verified backup is 50 hours old$/,
    ],
    [
      'newer ones that failed',
      [
        [2, false],
        [26, false],
        [50, true],
      ],
      /^the last verified backup is 50 hours old$/,
    ],
    [
      'a newer one that failed',
      [
        [2, false],
        [26, true],
      ],
      /^the backup backup-\S+Z could not be verified, or is being verified$/,
    ],
    ['none that was verified', [[2, false]], /^no backup in .+ has been verified$/],
    [
      'one from a wrong clock',
      [
        [-90, true],
        [50, true],
      ],
      /^the last verified backup is 50 hours old$/,
    ],
  ])('compares the age of the backups in the folder with the schedule: %s', async (name, backups, warning) => {
    const dir = path.join(folder, name);
    mkdirSync(dir);
    for (const [hours, isVerified] of backups) {
      const backup = path.join(dir, nameOf(new Date(Date.now() - hours * 60 * 60_000)));
      mkdirSync(backup);
      writeFileSync(path.join(backup, 'manifest.json.age'), '');
      if (isVerified) writeFileSync(path.join(backup, verifiedName), '');
    }
    const [, ...others] = await check({ BACKUP_DIR: dir, BACKUP_PASSPHRASE: 'correct horse battery' });
    expect(others.map(({ state, message }) => [state, message])).toEqual(
      warning ? [['warn', expect.stringMatching(warning)]] : [],
    );
  });
});
