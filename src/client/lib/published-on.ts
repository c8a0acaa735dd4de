import { formatDate } from './format';

/** Formats a publication date by its calendar day, independent of the time zone. Returns other texts unchanged. */
export function publishedOn(publishedAt: string | undefined): string | undefined {
  const day = publishedAt && /^\d{4}-\d{2}-\d{2}/.exec(publishedAt)?.[0];
  return day ? formatDate(new Date(`${day}T12:00:00`)) : publishedAt;
}
