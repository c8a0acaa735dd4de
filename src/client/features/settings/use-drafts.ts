import { useRef } from 'react';

export interface Drafts {
  /** Returns the unsaved text for this name, otherwise `saved`. */
  read(name: string, saved: string): string;
  write(name: string, text: string): void;
  /** Discards drafts that have been saved. */
  forget(...names: string[]): void;
}

/** Keeps unsaved text while another settings tab is open and the form is unmounted. */
export function useDrafts(): Drafts {
  const texts = useRef(new Map<string, string>());
  const drafts = useRef<Drafts>({
    read: (name, saved) => texts.current.get(name) ?? saved,
    write: (name, text) => void texts.current.set(name, text),
    forget: (...names) => {
      for (const name of names) texts.current.delete(name);
    },
  });
  return drafts.current;
}
