/** Checks whether administrators search a large installation by an index. */
import type { Session } from '~/server/db/session';
import { lacksTextIndexes } from '~/server/db/text-indexes';
import { type Finding, warn } from './finding';

/** No finding if there are few rows, or an index. */
export async function checkTextIndexes(session: Session): Promise<Finding[]> {
  if (session.kind === 'embedded' || !(await lacksTextIndexes(session))) return [];
  return [
    warn(
      'search',
      'searches of accounts and the audit log have no index, so they take seconds',
      'Run CREATE EXTENSION pg_trgm as the administrator of the database. The indexes are built within an hour.',
    ),
  ];
}
