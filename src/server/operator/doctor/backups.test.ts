import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { checkBackups } from './backups';

const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const check = (settings: Record<string, string>) => checkBackups(parseEnv({ DATA_DIR: folder, ...settings }));

describe('the check of scheduled backups', () => {
  it('accepts an installation without them', async () => {
    expect(await check({})).toMatchObject([{ state: 'ok' }]);
  });

  it('finds a folder that is not mounted', async () => {
    const missing = path.join(folder, 'missing');
    expect(await check({ BACKUP_DIR: missing })).toMatchObject([
      { state: 'fail', message: `the folder ${missing} is not there` },
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
});
