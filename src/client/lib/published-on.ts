import { formatDate } from './format';

/** Days are shown as days wherever the reader is; what is not a date is shown as the page has it. */
export function publishedOn(publishedAt: string | undefined): string | undefined {
  const day = publishedAt && /^\d{4}-\d{2}-\d{2}/.exec(publishedAt)?.[0];
  return day ? formatDate(new Date(`${day}T12:00:00`)) : publishedAt;
}
