import { useRef } from 'react';

export interface Drafts {
  /** What was typed under this name and not saved, else `saved`. */
  read(name: string, saved: string): string;
  write(name: string, text: string): void;
  /** It is saved. */
  forget(...names: string[]): void;
}

/** Keeps what was typed while another tab of the settings is looked at, where its form does not exist. */
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
