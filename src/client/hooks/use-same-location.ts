import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * For actions that navigate when the server responds. Call the returned function when the user acts. It returns a check:
 * whether the user is still at the same address. A navigation whose page is still loading counts as having left. With
 * `page`, only a navigation to another page counts.
 */
export function useSameLocation(within: 'address' | 'page' = 'address'): () => () => boolean {
  const router = useRouter();
  return useCallback(() => {
    const place = () => router.latestLocation[within === 'page' ? 'pathname' : 'href'];
    const begun = place();
    return () => place() === begun;
  }, [router, within]);
}
