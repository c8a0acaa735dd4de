import type { ReadingProgress } from '~/shared/schemas/uploads';

/** How far the processing of a file is. */
export function readingProgressWords({ activity, unit, current, total }: ReadingProgress): string {
  const place = `${unit} ${current.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return activity === 'recognizing' ? `Recognizing text on ${place}` : `Reading ${place}`;
}
