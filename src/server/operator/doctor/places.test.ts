import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openPlaces } from '~/server/lib/places';
import { isPlainFailure } from '~/server/operator/explain-failure';
import { makeMmdb } from '~/server/testing/inputs/make-mmdb';
import { createTestFolder } from '~/server/testing/test-folder';
import { runCheck } from './finding';
import { checkPlaces } from './places';

const file = path.join(createTestFolder(), 'places.mmdb');
const check = (GEOIP_DATABASE?: string) => runCheck('places', 'Fix it.', () => checkPlaces({ GEOIP_DATABASE }));

it('the database of places is opened', async () => {
  expect(await check()).toMatchObject([{ state: 'ok', message: 'not configured (sessions show IP addresses)' }]);
  writeFileSync(file, makeMmdb('GeoLite2-City', {}));
  expect(await check(file)).toEqual([{ state: 'ok', check: 'places', message: 'GeoLite2-City of 2026-11-01' }]);
  writeFileSync(file, 'damaged');
  // At start, the message is printed without a stack trace.
  expect(await openPlaces(file).catch(isPlainFailure)).toBe(true);
  expect(await check(file)).toEqual([
    { state: 'fail', check: 'places', message: expect.stringContaining('not an unpacked .mmdb file'), fix: 'Fix it.' },
  ]);
});
