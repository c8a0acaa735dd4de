/** Settings of the external timestamps that prove when the ledger existed. */
import { isHttpUrl, list } from './setting-values';

const defaultAuthorities = 'https://freetsa.org/tsr, http://timestamp.digicert.com';
const max = 5;

export const timestampSettings = {
  TIMESTAMP_AUTHORITIES: list(
    isHttpUrl,
    `use none, or at most ${max} URLs separated by commas, like https://freetsa.org/tsr`,
    { max, standard: defaultAuthorities, hasNone: true },
  ),
  OPENTIMESTAMPS_CALENDARS: list(
    isHttpUrl,
    `use none, or at most ${max} URLs separated by commas, like https://a.pool.opentimestamps.org`,
    { max, hasNone: true },
  ),
};
