import { chakra } from '@chakra-ui/react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { ownDay } from '~/client/lib/format';
import { lazyPart } from '~/client/lib/lazy-part';
import { threadWords as words } from '~/client/words/thread';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { useStickToEnd } from '../thread/use-stick-to-end';
import { MessagePage } from './message-page';

const OlderMessages = lazyPart(() => import('./lazy-question-parts').then((part) => ({ default: part.OlderMessages })));
const JumpToNewest = lazyPart(() => import('./lazy-question-parts').then((part) => ({ default: part.JumpToNewest })));

interface MessageListProps {
  pages: readonly (readonly ChatMessage[])[];
  beyond: readonly ChatMessage[];
  newestId: string | undefined;
  retryingId: string | undefined;
  actions: ThreadActions;
  /** Absent when the first message of the conversation is loaded. */
  older: { isLoading: boolean; hasFailed: boolean; onLoad: () => void } | undefined;
  /** Changes when the user sends a message, which scrolls to the end. */
  askedKey: string | undefined;
  /** Rendered after the last message. */
  children: ReactNode;
}

export function MessageList(props: MessageListProps) {
  const { pages, beyond, newestId, actions, older, askedKey } = props;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, jump } = useStickToEnd(box, content, { topKey: pages[0]?.[0]?.id });

  useEffect(() => {
    if (askedKey) jump();
  }, [askedKey, jump]);

  /** The day of the message above. If that is not loaded, the day of the first message; if there is none, today. */
  function dayAbove(page: number): string {
    const last =
      pages
        .slice(0, page)
        .findLast(({ length }) => length > 0)
        ?.at(-1) ??
      (older && pages[0]?.[0]);
    return ownDay(last?.createdAt ?? new Date());
  }

  return (
    <chakra.div position="relative" flex="1" minHeight="0">
      {/* Focusable, so that a long conversation can be scrolled by keyboard. */}
      <chakra.section
        ref={box}
        tabIndex={0}
        aria-label={words.messages}
        height="full"
        overflowY="auto"
        overscrollBehavior="contain"
        // Messages have a padding of 4 px, so that their texts start where the composer does.
        px={{ base: '3', md: '7' }}
        _focusVisible={{ outlineOffset: '-3px' }}
      >
        <chakra.div ref={content} maxWidth="44.5rem" mx="auto" pb="8">
          {older && (
            <Suspense fallback={<chakra.div minHeight="16" />}>
              <OlderMessages box={box} {...older} />
            </Suspense>
          )}
          {pages.map((messages, index) => (
            <MessagePage
              key={messages.at(-1)?.id ?? 'empty'}
              messages={messages}
              dayAbove={dayAbove(index)}
              newestId={idWithin(messages, newestId)}
              retryingId={idWithin(messages, props.retryingId)}
              actions={actions}
            />
          ))}
          <MessagePage
            messages={beyond}
            dayAbove={dayAbove(pages.length)}
            newestId={newestId}
            retryingId={props.retryingId}
            actions={actions}
          />
          {props.children}
        </chakra.div>
      </chakra.section>
      {!isAtEnd && (
        <Suspense fallback={null}>
          <JumpToNewest onJump={jump} />
        </Suspense>
      )}
    </chakra.div>
  );
}

function idWithin(messages: readonly ChatMessage[], id: string | undefined): string | undefined {
  return messages.some((message) => message.id === id) ? id : undefined;
}
