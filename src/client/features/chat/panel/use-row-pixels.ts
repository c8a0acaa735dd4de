import { useState } from 'react';

/** The height of a row of the panel: a finger needs more than a pointer. */
export function useRowPixels(): number {
  const [pixels] = useState(() => (matchMedia('(pointer: coarse)').matches ? 44 : 36));
  return pixels;
}
