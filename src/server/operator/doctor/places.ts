/** Opens the database of places, as the server does at start. */
import type { Env } from '~/server/env';
import { openPlaces } from '~/server/lib/places';
import { utcDay } from '~/shared/utc-day';
import { type Finding, ok } from './finding';

export async function checkPlaces({ GEOIP_DATABASE }: Pick<Env, 'GEOIP_DATABASE'>): Promise<Finding[]> {
  const { source } = await openPlaces(GEOIP_DATABASE);
  const message = source
    ? `${source.kind} of ${utcDay(source.builtAt)}`
    : 'not configured (sessions show IP addresses)';
  return [ok('places', message)];
}
