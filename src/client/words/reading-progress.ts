import type { ReadingProgress } from '~/shared/schemas/uploads';

/** The processing progress of a file. */
export function readingProgressWords({ activity, unit, current, total }: ReadingProgress): string {
  const place = `${unit} ${current.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return activity === 'recognizing' ? `Recognizing text on ${place}` : `Reading ${place}`;
}
