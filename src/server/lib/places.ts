/** Names of the places of IP addresses, from a file of the operator. No other service is asked. */
import { readFile } from 'node:fs/promises';
import type { CityResponse } from 'mmdb-lib';
import { codeOf, messageOf } from './caught';
import { isPublicAddress } from './public-address';

export interface Places {
  /** In English, such as `Berlin, Germany`; null if unknown. */
  nameOf(address: string): string | null;
  /** Kind and date of the file; null without one. */
  readonly source: { kind: string; builtAt: Date } | null;
}

/** Thrown at start. `message` says what to do. */
export class PlacesUnusable extends Error {
  override readonly name = 'PlacesUnusable';
}

/** Comes before the metadata, within the last 128 KB of a file. */
const marker = Buffer.from('ABCDEF4D61784D696E642E636F6D', 'hex');
const maxMetadataBytes = 128 * 1024;

const noPlaces: Places = { nameOf: () => null, source: null };

/** Reads the whole file into memory. A file that is replaced later is read at the next start. */
export async function openPlaces(file: string | undefined): Promise<Places> {
  if (!file) return noPlaces;
  try {
    const data = await readFile(file);
    // Without the marker, the library would decode whatever the file contains.
    if (data.subarray(-maxMetadataBytes).lastIndexOf(marker) === -1)
      throw new Error('it is not an unpacked .mmdb file');
    const { Reader } = await import('mmdb-lib');
    const reader = new Reader<CityResponse>(data);
    const { databaseType: kind, buildEpoch: builtAt } = reader.metadata;
    if (!/city|country/i.test(String(kind))) throw new Error(`it contains ${kind}, not cities or countries`);
    return { nameOf: (address) => nameOf(reader, address), source: { kind, builtAt } };
  } catch (error) {
    throw unusable(file, codeOf(error) === 'ENOENT' ? 'the file does not exist' : messageOf(error), error);
  }
}

const unusable = (file: string, reason: string, cause: unknown) =>
  new PlacesUnusable(
    `GEOIP_DATABASE (${file}) cannot be used: ${reason}. Set it to a database of cities in MaxMind's .mmdb format, or remove it.`,
    { cause },
  );

/** An IPv4 address, as a server that also listens on IPv6 gets it. */
const mappedPrefix = /^::ffff:(?=\d+\.)/i;

function nameOf(reader: { get(address: string): CityResponse | null }, address: string): string | null {
  if (!isPublicAddress(address)) return null;
  try {
    const found = reader.get(address.replace(mappedPrefix, ''));
    const names = [found?.city?.names?.en, found?.country?.names?.en].filter(
      (name) => typeof name === 'string' && name,
    );
    return names.length > 0 ? names.join(', ') : null;
  } catch {
    // A damaged entry must not make the list of sessions fail.
    return null;
  }
}
