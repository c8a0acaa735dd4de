import { useCallback } from 'react';
import { trpc } from '../../lib/trpc';

/** The book as it was last read, and the way to read it again. */
export function useBook() {
  const utils = trpc.useUtils();
  const book = trpc.positions.list.useQuery();
  const refresh = useCallback(() => void utils.positions.invalidate(), [utils]);
  return { book, refresh };
}
