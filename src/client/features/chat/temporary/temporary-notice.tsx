import { Flex, Text } from '@chakra-ui/react';
import { MessageCircleDashed } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { temporaryWords as words } from '~/client/words/temporary';
import { useTemporary } from './use-temporary';

/** Says what becomes of a temporary conversation, keeps it while it is open, and deletes it when it is left. */
export function TemporaryNotice({ conversationId }: { conversationId: string }) {
  const { data } = trpc.conversations.get.useQuery({ conversationId });
  return data?.temporaryUntil ? <Notice conversationId={conversationId} /> : null;
}

function Notice({ conversationId }: { conversationId: string }) {
  useTemporary(conversationId);
  return (
    <Flex
      role="note"
      align="center"
      justify="center"
      gap="2"
      px="4"
      py="2"
      textStyle="caption"
      color="fg.muted"
      bg="bg.raised"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <MessageCircleDashed size={14} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
      <Text>
        {words.notice} {words.noticeMore}
      </Text>
    </Flex>
  );
}
