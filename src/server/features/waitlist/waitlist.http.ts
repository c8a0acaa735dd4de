import type { FileOfParts } from '~/server/http/send-parts';
import { formulaSafeCsv } from '~/server/lib/csv';
import { utcDay } from '~/shared/utc-day';

export const waitlistFile = (): FileOfParts<{
  items: { email: string; createdAt: Date }[];
  nextCursor: string | null;
}> => ({
  fileName: `waitlist-${utcDay(new Date())}.csv`,
  mediaType: 'text/csv; charset=utf-8',
  first: formulaSafeCsv([['Email', 'Signed Up']]),
  write: ({ items }) => formulaSafeCsv(items.map(({ email, createdAt }) => [email, createdAt.toISOString()])),
  last: '',
});
