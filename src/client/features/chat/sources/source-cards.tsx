import { chakra } from '@chakra-ui/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { watchHover } from '~/client/ui/overlay/hover-watch';
import type { ChatMessage } from '~/shared/schemas/messages';
import { SourceCard } from './source-card';

interface OpenCard {
  message: ChatMessage;
  number: number;
  place: number;
}

/**
 * Hover cards for citation numbers. A card repeats the number's accessible name and the panel's content, so it is
 * hidden from assistive technology.
 */
export function SourceCards({ messages }: { messages: readonly ChatMessage[] }) {
  const latest = useRef(messages);
  latest.current = messages;
  const ref = useRef<HTMLDivElement>(null);
  const [openCard, setOpenCard] = useState<OpenCard>();

  useEffect(() => {
    const layer = ref.current;
    if (!layer) return;
    return watchHover(layer, {
      selector: 'article[data-message] [data-source]',
      fill(target) {
        const article = target.closest<HTMLElement>('article[data-message]');
        const message = latest.current.find(({ id }) => id === article?.dataset.message);
        if (!article || !message) return false;
        const { source } = target.dataset;
        const place = [...article.querySelectorAll(`[data-source="${source}"]`)].indexOf(target);
        flushSync(() => setOpenCard({ message, number: Number(source), place }));
        return true;
      },
      isCurrent: () => true,
    });
  }, []);

  // A streaming answer renders this with each frame.
  return useMemo(
    () => (
      <chakra.div
        ref={ref}
        popover="manual"
        aria-hidden
        position="fixed"
        inset="auto"
        m="0"
        p="3"
        width="20rem"
        maxWidth="calc(100vw - 1rem)"
        bg="bg.overlay"
        color="fg"
        borderWidth="1px"
        borderColor="border.strong"
        borderRadius="card"
        boxShadow="overlay"
        overflowWrap="anywhere"
        animation="appear 120ms ease-out"
        // A number without a source has no card.
        _empty={{ visibility: 'hidden' }}
      >
        {openCard && <SourceCard {...openCard} />}
      </chakra.div>
    ),
    [openCard],
  );
}
