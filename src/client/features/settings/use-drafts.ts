import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

export interface Drafts {
  /** Returns the unsaved text for this name, otherwise `saved`. */
  read(name: string, saved: string): string;
  write(name: string, text: string): void;
  /** Discards drafts that have been saved. */
  forget(...names: string[]): void;
}

/** The texts belong to one user, because another user may sign in without a page load. */
const kept = new WeakMap<QueryClient, { userId: string | undefined; texts: Map<string, string> }>();

function textsOf(queryClient: QueryClient, userId: string | undefined): Map<string, string> {
  const before = kept.get(queryClient);
  if (before && before.userId === userId) return before.texts;
  const texts = new Map<string, string>();
  kept.set(queryClient, { userId, texts });
  return texts;
}

/** Keeps unsaved text while another tab or page is open and the form is unmounted. */
export function useDrafts(userId: string | undefined): Drafts {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const texts = textsOf(queryClient, userId);
    return {
      read: (name, saved) => texts.get(name) ?? saved,
      write: (name, text) => void texts.set(name, text),
      forget: (...names) => {
        for (const name of names) texts.delete(name);
      },
    };
  }, [queryClient, userId]);
}
