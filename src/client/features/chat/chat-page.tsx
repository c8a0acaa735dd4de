import { chakra, Flex } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useIsWide } from '~/client/hooks/use-is-wide';
import { lazyPart, usePreloadedParts } from '~/client/lib/lazy-part';
import { useLiveConnection } from '~/client/lib/trpc';
import { ChatHeader } from './header/chat-header';
import { usePanelView } from './panel/panel-view';
import { ResizablePanel } from './panel/resizable-panel';
import { CurrentProject } from './projects/current-project';
import { Thread } from './thread/thread';

/** Beside the conversation, or in a drawer that is initially closed. */
const ConversationPanel = lazyPart(() =>
  import('./panel/conversation-panel').then((part) => ({ default: part.ConversationPanel })),
);
const PanelDrawer = lazyPart(() => import('./panel/panel-drawer').then((part) => ({ default: part.PanelDrawer })));
const DeferredThreadParts = lazyPart(() => import('./thread/deferred-thread-parts'));
/** Not needed by pages that show a conversation. */
const Welcome = lazyPart(() => import('./thread/welcome').then((part) => ({ default: part.Welcome })));

interface ChatPageProps {
  conversationId?: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** Called if the conversation does not exist any more, or never did. */
  onLeave: () => void;
  /** A message of the conversation to scroll to. */
  messageId?: string | undefined;
  onShown: () => void;
  /** Opens the conversations on a narrow screen. */
  onMenu: () => void;
}

export function ChatPage({ conversationId, onSelect, onLeave, messageId, onShown, onMenu }: ChatPageProps) {
  usePreloadedParts();
  const isWide = useIsWide();

  useLiveConnection();
  const panel = usePanelView(conversationId);

  return (
    // With `hidden`, the focus in a panel that slides in would scroll the page sideways.
    <Flex height="calc(100dvh - var(--bar-height, 0px))" overflow="clip">
      {isWide ? (
        <ResizablePanel>
          <Suspense>
            <ConversationPanel panel={panel} selectedId={conversationId} onSelect={onSelect} />
          </Suspense>
        </ResizablePanel>
      ) : (
        <Suspense>
          <PanelDrawer panel={panel} selectedId={conversationId} onSelect={onSelect} />
        </Suspense>
      )}
      <chakra.main id="content" display="flex" flexDirection="column" flex="1" minWidth="0" height="full">
        <ChatHeader conversationId={conversationId} onSelect={onSelect} onMenu={isWide ? undefined : onMenu} />
        <Suspense>
          <DeferredThreadParts
            listInput={panel.input}
            conversationId={conversationId}
            messageId={messageId}
            onShown={onShown}
          />
        </Suspense>
        <CurrentProject value={panel.project}>
          {conversationId ? (
            <Thread key={conversationId} conversationId={conversationId} onLeave={onLeave} />
          ) : (
            <Suspense fallback={null}>
              <Welcome onStarted={onSelect} />
            </Suspense>
          )}
        </CurrentProject>
      </chakra.main>
    </Flex>
  );
}
