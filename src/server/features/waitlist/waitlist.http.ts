import type { FileOfParts } from '~/server/http/send-parts';
import { formulaSafeCsv } from '~/server/lib/csv';

export const waitlistFile = (): FileOfParts<{
  items: { email: string; createdAt: Date }[];
  nextCursor: string | null;
}> => ({
  fileName: `waitlist-${new Date().toISOString().slice(0, 10)}.csv`,
  mediaType: 'text/csv; charset=utf-8',
  first: formulaSafeCsv([['Email', 'Signed Up']]),
  write: ({ items }) => formulaSafeCsv(items.map(({ email, createdAt }) => [email, createdAt.toISOString()])),
  last: '',
});
