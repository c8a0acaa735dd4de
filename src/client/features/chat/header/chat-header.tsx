import { chakra, Flex, Text } from '@chakra-ui/react';
import { PanelLeft } from 'lucide-react';
import { Suspense } from 'react';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { IconButton } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';
import { brand } from '~/shared/brand';

/** Its space is reserved while it loads. */
const HeaderEnd = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.HeaderEnd })));

const ConversationMenu = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ConversationMenu })));
const TemporaryButton = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.TemporaryButton })));

interface ChatHeaderProps {
  conversationId: string | undefined;
  onSelect: (conversationId: string) => void;
  /** Opens the conversations on a narrow screen; absent where the conversation panel shows them. */
  onMenu: (() => void) | undefined;
}

export function ChatHeader({ conversationId, onSelect, onMenu }: ChatHeaderProps) {
  const { data } = trpc.conversations.get.useQuery(
    { conversationId: conversationId ?? '' },
    { enabled: conversationId !== undefined },
  );
  const title = conversationId ? data?.title : undefined;
  // Unknown until it is loaded, so that nothing in the header moves.
  const isKept = conversationId === undefined || data?.temporaryUntil === null;
  useDocumentTitle(title ?? brand.chat);

  return (
    <chakra.header flexShrink={0} borderBottomWidth="1px" borderColor="border">
      <Flex align="center" gap="1" height="14" pl={onMenu ? '2' : '5'} pr="2">
        {onMenu && (
          <IconButton label={words.openConversations} onClick={onMenu}>
            <PanelLeft size={18} strokeWidth={1.5} />
          </IconButton>
        )}
        <Text as="h1" flex="1" minWidth="0" truncate dir="auto" textStyle="ui" fontWeight="medium" title={title}>
          {title ?? brand.chat}
        </Text>
        <Suspense>
          {/* On a phone, only shown in a new chat, because a title needs the space. */}
          {isKept && !(onMenu && conversationId) && <TemporaryButton onBegun={onSelect} />}
          {isKept && data && <ConversationMenu conversationId={data.id} />}
        </Suspense>
        {onMenu && (
          <Suspense fallback={<chakra.span width="20" />}>
            <HeaderEnd />
          </Suspense>
        )}
      </Flex>
    </chakra.header>
  );
}
