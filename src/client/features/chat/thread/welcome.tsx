import { chakra, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { Folder } from 'lucide-react';
import { useCallback, useContext, useRef } from 'react';
import { useCommand } from '~/client/hooks/use-command';
import { useStillHere } from '~/client/hooks/use-still-here';
import { runCommand } from '~/client/lib/commands';
import { trpc } from '~/client/lib/trpc';
import { welcomeWords as words } from '~/client/words/welcome';
import { Composer } from '../composer/composer';
import { useDraft } from '../composer/use-draft';
import { useSend } from '../composer/use-send';
import { usePendingFiles } from '../files/use-pending-files';
import { PendingQuestion } from '../messages/pending-question';
import { ProjectHere } from '../projects/project-here';
import { greeting } from './greeting';
import { useTravel } from './use-travel';

/** No conversation is selected: the first question begins one. */
export function Welcome({ onStarted }: { onStarted: (conversationId: string) => void }) {
  const utils = trpc.useUtils();
  const draft = useDraft(undefined);
  const files = usePendingFiles(undefined);
  const project = useContext(ProjectHere);
  const { data: user } = trpc.auth.user.useQuery();
  const beginWatch = useStillHere();
  const isStillHere = useRef(beginWatch());

  const { pending, send, leave, isSending } = useSend({
    conversationId: undefined,
    draft,
    files,
    onSent({ conversation, userMessage, assistantMessage }, isShown) {
      const conversationId = conversation.id;
      utils.messages.list.setInfiniteData(
        { conversationId },
        (loaded) =>
          loaded ?? { pages: [{ items: [userMessage, assistantMessage], nextCursor: null }], pageParams: [null] },
      );
      // A user who has moved on in the meantime stays where they are.
      if (isShown) void arrival().then(() => isStillHere.current() && onStarted(conversationId));
    },
  });
  const composer = useRef<HTMLDivElement>(null);
  const { begin, arrival } = useTravel(composer, pending !== undefined);
  const ask = useCallback(
    (text: string) => {
      begin();
      isStillHere.current = beginWatch();
      send(text);
    },
    [begin, beginWatch, send],
  );
  // Its address is this one already: asked for while a message is on its way, a new chat is this page without it.
  useCommand(
    'newChat',
    useCallback(() => {
      isStillHere.current = () => false;
      leave();
      runCommand('focusComposer');
    }, [leave]),
  );
  const hasDraft = draft.text !== '' || files.files.length > 0;

  return (
    <Flex
      direction="column"
      flex="1"
      minHeight="0"
      overflowY="auto"
      px={{ base: '3', md: '8' }}
      pb={{ base: '3', md: '4' }}
      css={pending ? undefined : composerInTheMiddle}
    >
      {/* While a message is on its way this part scrolls, so that a composer full of files stays in reach. */}
      <Flex
        direction="column"
        flex={pending ? '1 1 0' : '1 0 0'}
        minHeight={pending ? '0' : 'min-content'}
        overflowY={pending ? 'auto' : undefined}
      >
        <Column mt={pending ? undefined : 'auto'} py="8">
          {pending ? (
            <PendingQuestion pending={pending} onRetry={send} />
          ) : (
            <Stack gap="2" align="center" textAlign="center">
              {project && (
                <HStack gap="2" maxWidth="full" textStyle="ui" color="fg.muted">
                  <Folder size={16} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
                  <chakra.span truncate dir="auto">
                    {project.name}
                  </chakra.span>
                </HStack>
              )}
              <Text as="h2" textStyle="title" maxWidth="full" overflowWrap="anywhere" textWrap="balance" dir="auto">
                {greeting(new Date(), user?.firstName)}
              </Text>
              <Text color="fg.muted" textWrap="balance">
                {words.welcome}
              </Text>
            </Stack>
          )}
        </Column>
      </Flex>
      <Column ref={composer} flexShrink={0}>
        <Composer text={draft.text} onChange={draft.change} files={files} onSend={ask} isSending={isSending} />
      </Column>
      {!pending && (
        // Its height is not that of the suggestions, which come later than the composer and would move it.
        <Column flex="1.4 0 0" minHeight="min-content" pt="6" visibility={hasDraft ? 'hidden' : undefined}>
          <Suggestions onPick={ask} />
        </Column>
      )}
    </Flex>
  );
}

/** What opens from the composer has more room below it. */
const composerInTheMiddle = {
  '--picker-bottom': 'auto',
  '--picker-top': 'calc(100% + 0.5rem)',
  '--picker-height': '40dvh',
};

const Column = chakra('div', { base: { width: 'full', maxWidth: '44rem', mx: 'auto' } });

function Suggestions({ onPick }: { onPick: (text: string) => void }) {
  const { data: config, isPending } = trpc.auth.config.useQuery();
  const isOffline = config?.model.isConnected === false;
  const { suggested, offline } = words.portfolioQuestions;
  const questions = [
    ...(config?.hasPositions ? (isOffline ? offline : suggested) : []),
    ...(isOffline ? words.offlineQuestions : words.suggestedQuestions),
  ];
  return (
    <chakra.ul
      aria-label={words.suggestions}
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      gap="2"
      width="full"
      visibility={isPending ? 'hidden' : undefined}
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
