import { chakra, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { Folder } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Logo } from '~/client/ui/page/logo';
import { threadWords as words } from '~/client/words/thread';
import { Composer } from '../composer/composer';
import { useDraft } from '../composer/use-draft';
import { useSend } from '../composer/use-send';
import { usePendingFiles } from '../files/use-pending-files';
import { PendingQuestion } from '../messages/pending-question';
import { ProjectHere } from '../projects/project-here';

/** No conversation is selected: the first question begins one. */
export function Welcome({ onStarted }: { onStarted: (conversationId: string) => void }) {
  const utils = trpc.useUtils();
  const draft = useDraft(undefined);
  const files = usePendingFiles(undefined);
  const project = useContext(ProjectHere);
  const [picked, setPicked] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const { pending, send, isSending } = useSend({
    conversationId: undefined,
    draft,
    files,
    onSent({ conversation, userMessage, assistantMessage }) {
      const conversationId = conversation.id;
      utils.messages.list.setInfiniteData(
        { conversationId },
        (loaded) =>
          loaded ?? { pages: [{ items: [userMessage, assistantMessage], nextCursor: null }], pageParams: [null] },
      );
      // Whoever has gone elsewhere meanwhile is not taken away from there.
      if (isHere.current) onStarted(conversationId);
    },
  });

  return (
    <Flex direction="column" flex="1" minHeight="0" px={{ base: '3', md: '8' }} pb={{ base: '3', md: '4' }}>
      {/* Scrolls by itself, so that a composer full of files stays in reach. */}
      <Flex direction="column" flex="1" minHeight="0" overflowY="auto">
        <chakra.div width="full" maxWidth="44rem" mx="auto" my={pending ? undefined : 'auto'} py="8">
          {pending ? (
            <PendingQuestion pending={pending} onRetry={send} />
          ) : (
            <Stack gap="6" align="center">
              <Logo size={36} markOnly />
              {project && (
                <HStack gap="2" maxWidth="full" textStyle="ui" color="fg.muted">
                  <Folder size={16} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
                  <chakra.span truncate dir="auto">
                    {project.name}
                  </chakra.span>
                </HStack>
              )}
              <Text textStyle="heading" textAlign="center" color="fg.muted" fontWeight="normal" textWrap="balance">
                {words.welcome}
              </Text>
              <Suggestions
                onPick={(text) => {
                  draft.change(text);
                  setPicked(text);
                }}
              />
            </Stack>
          )}
        </chakra.div>
      </Flex>
      <chakra.div width="full" maxWidth="44rem" mx="auto">
        <Composer
          text={draft.text}
          onChange={draft.change}
          files={files}
          onSend={send}
          isSending={isSending}
          focusKey={picked}
        />
      </chakra.div>
    </Flex>
  );
}

function Suggestions({ onPick }: { onPick: (text: string) => void }) {
  const { data: config } = trpc.auth.config.useQuery();
  const questions = config?.model.isConnected === false ? words.offlineQuestions : words.suggestedQuestions;
  return (
    <chakra.ul
      aria-label={words.suggestions}
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      gap="2"
      width="full"
    >
      {questions.map((text) => (
        <li key={text}>
          <Suggestion type="button" onClick={() => onPick(text)}>
            {text}
          </Suggestion>
        </li>
      ))}
    </chakra.ul>
  );
}

const Suggestion = chakra('button', {
  base: {
    width: 'full',
    height: 'full',
    px: '4',
    py: '3',
    textAlign: 'start',
    textStyle: 'ui',
    color: 'fg.muted',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', borderColor: 'border.strong', color: 'fg' },
  },
});
