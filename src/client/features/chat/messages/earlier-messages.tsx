import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { earlierMessagesWords as words } from '~/client/words/earlier-messages';

export interface EarlierMessagesProps {
  conversationId: string;
  /** Number of messages that the AI model received as a summary. */
  summarized: number;
  /** Number of messages that it didn't receive. */
  omitted: number;
}

/** How much of a long conversation the AI model received for an answer. The summary expands in place. */
export function EarlierMessages({ conversationId, summarized, omitted }: EarlierMessagesProps) {
  return (
    <Stack gap="1.5" textStyle="caption" color="fg.muted">
      {omitted > 0 && (
        <Flex align="center" gap="1.5">
          <History size={14} strokeWidth={1.5} aria-hidden />
          {words.omitted(omitted)}
        </Flex>
      )}
      {summarized > 0 && <Summary conversationId={conversationId} />}
    </Stack>
  );
}

function Summary({ conversationId }: { conversationId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="2">
      <chakra.button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        display="flex"
        alignItems="center"
        gap="1.5"
        alignSelf="start"
        minHeight="6"
        cursor="pointer"
        borderRadius="control"
        _hover={{ color: 'fg' }}
      >
        <History size={14} strokeWidth={1.5} aria-hidden />
        {words.summarized}
        <chakra.span transform={isOpen ? 'rotate(180deg)' : undefined}>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
        </chakra.span>
      </chakra.button>
      {isOpen && <SummaryText conversationId={conversationId} />}
    </Stack>
  );
}

function SummaryText({ conversationId }: { conversationId: string }) {
  const { data, isError, isFetching, refetch } = trpc.conversations.summary.useQuery(
    { conversationId },
    // Later answers extend the summary.
    { refetchOnMount: 'always' },
  );
  if (isError) return <ErrorState title={words.loadFailed} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Text role="status">{words.loading}</Text>;
  const { summary } = data;
  if (!summary) return <Text>{words.none}</Text>;
  return (
    <Stack
      as="section"
      aria-label={words.summary}
      gap="2"
      px="3"
      py="2.5"
      borderWidth="1px"
      borderColor="border"
      borderRadius="control"
    >
      <Text whiteSpace="pre-wrap" overflowWrap="anywhere" color="fg">
        {summary.content}
      </Text>
      <Text color="fg.subtle">{words.about(summary.messages, summary.model)}</Text>
    </Stack>
  );
}
