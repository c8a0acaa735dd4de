import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeMmdb } from '~/server/testing/inputs/make-mmdb';
import { createTestFolder } from '~/server/testing/test-folder';
import { openPlaces, PlacesUnusable } from './places';

const folder = createTestFolder();
const fileWith = (content: Buffer | string) => {
  const file = path.join(folder, 'places.mmdb');
  writeFileSync(file, content);
  return file;
};
const named = (en: string) => ({ names: { de: `${en} auf Deutsch`, en } });
const cities = makeMmdb('DBIP-City-Lite', {
  '81.2.69.0/24': { city: named('Berlin'), country: named('Germany') },
  '89.160.20.0/24': { country: named('Sweden') },
  '2.125.160.0/24': { city: {}, country: { iso_code: 'GB' } },
  '10.0.0.0/8': { city: named('Nowhere') },
});

it.each([
  ['81.2.69.7', 'Berlin, Germany'],
  ['::ffff:81.2.69.7', 'Berlin, Germany'],
  ['89.160.20.1', 'Sweden'],
  ['2.125.160.1', null],
  ['8.8.8.8', null],
  ['2a00:1450::1', null],
  ['10.1.2.3', null],
  ['127.0.0.1', null],
  ['', null],
  ['not an address', null],
])('the place of %j is %j', async (address, place) => {
  const places = await openPlaces(fileWith(cities));
  expect(places.nameOf(address)).toBe(place);
  expect(places.source).toEqual({ kind: 'DBIP-City-Lite', builtAt: new Date('2026-11-01') });
});

it('a damaged entry has no place', async () => {
  const places = await openPlaces(
    fileWith(Buffer.from(cities.toString('latin1').replaceAll('\xe2', '\x20'), 'latin1')),
  );
  expect(places.nameOf('81.2.69.7')).toBeNull();
});

it.each([
  ['of another kind', makeMmdb('GeoLite2-ASN', {}), 'it contains GeoLite2-ASN, not cities or countries'],
  ['that is packed', gzipSync(cities), 'it is not an unpacked .mmdb file'],
  ['that is cut off', cities.subarray(0, -40), ''],
  ['that is empty', '', 'it is not an unpacked .mmdb file'],
])('a file %s is reported with the setting', async (_, content, reason) => {
  const opened = openPlaces(fileWith(content));
  await expect(opened).rejects.toThrow(PlacesUnusable);
  await expect(opened).rejects.toThrow(
    `GEOIP_DATABASE (${path.join(folder, 'places.mmdb')}) cannot be used: ${reason}`,
  );
});

it('a missing file is reported, and no file means no places', async () => {
  await expect(openPlaces(path.join(folder, 'missing.mmdb'))).rejects.toThrow('the file does not exist');
  const none = await openPlaces(undefined);
  expect([none.nameOf('81.2.69.7'), none.source]).toEqual([null, null]);
});
