import { useState } from 'react';

/** The row height of the panel, which is larger on touch screens. */
export function useRowPixels(): number {
  const [pixels] = useState(() => (matchMedia('(pointer: coarse)').matches ? 44 : 36));
  return pixels;
}
