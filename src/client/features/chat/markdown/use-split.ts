import { useEffect, useMemo, useRef, useState } from 'react';
import { type SplitMarkdown, splitMarkdown } from './markdown-blocks';
import { useLazyPart } from './use-lazy-part';
import { turnsPart } from './use-turn';

/** An answer of this length, about 2,000 words, is read and drawn at once. */
const short = 12_000;

interface Read {
  /** Undefined while a long answer that was opened is read. */
  split: SplitMarkdown | undefined;
  /** What stands before this offset was there when the answer was opened. */
  opened: number;
}

/** The blocks of an answer; one that is written is read as it comes. */
export function useSplit(text: string): Read {
  // A cache and nothing more: with or without it the blocks are the same.
  const previous = useRef<SplitMarkdown>(undefined);
  const read = (part: string) => {
    previous.current = splitMarkdown(part, previous.current);
    return previous.current;
  };
  const [opened, setOpened] = useState(() => (text.length <= short ? 0 : undefined));
  const wait = useLazyPart(turnsPart, opened === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that is added during the reading is read at the end
  useEffect(() => wait?.(text, () => setOpened(text.length), read), [wait]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reading is the same function each time
  const split = useMemo(() => (opened === undefined ? undefined : read(text)), [opened, text]);
  return { split, opened: opened ?? 0 };
}
