import { useEffect, useMemo, useRef, useState } from 'react';
import { type SplitMarkdown, splitMarkdown } from './markdown-blocks';
import { useLazyPart } from './use-lazy-part';
import { turnsPart } from './use-render-turn';

/** Answers up to this length, about 2,000 words, are parsed and rendered at once. */
const short = 12_000;

interface Read {
  /** Undefined while a long opened answer is being parsed. */
  split: SplitMarkdown | undefined;
  /** The text before this offset existed when the answer was opened. */
  opened: number;
}

/** The blocks of an answer. A streaming answer is parsed as it arrives. */
export function useSplit(text: string): Read {
  // Only a cache: the blocks are the same without it.
  const previous = useRef<SplitMarkdown>(undefined);
  const read = (part: string) => {
    previous.current = splitMarkdown(part, previous.current);
    return previous.current;
  };
  const [opened, setOpened] = useState(() => (text.length <= short ? 0 : undefined));
  const wait = useLazyPart(turnsPart, opened === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that is added during parsing is parsed at the end
  useEffect(() => wait?.(text, () => setOpened(text.length), read), [wait]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` only uses a ref
  const split = useMemo(() => (opened === undefined ? undefined : read(text)), [opened, text]);
  return { split, opened: opened ?? 0 };
}
