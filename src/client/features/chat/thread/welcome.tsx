import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Suspense, useContext } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { welcomeWords as words } from '~/client/words/welcome';
import { Composer } from '../composer/composer';
import { PendingQuestion } from '../messages/pending-question';
import { CurrentProject } from '../projects/current-project';
import { greeting } from './greeting';
import { useFirstQuestion } from './use-first-question';
import { WelcomeProject } from './welcome-project';

const WelcomeSuggestions = lazyPart(() => import('./welcome-suggestions'));

/** A new chat: the first message creates the conversation. */
export function Welcome({ onStarted }: { onStarted: (conversationId: string) => void }) {
  const { draft, files, pending, send, ask, isSending, composer } = useFirstQuestion(onStarted);
  const hasDraft = draft.text !== '' || files.files.length > 0;

  return (
    <Flex
      direction="column"
      flex="1"
      minHeight="0"
      overflowY="auto"
      px={{ base: '4', md: '8' }}
      pb={{ base: '3', md: '4' }}
      css={pending ? undefined : composerInTheMiddle}
    >
      {/* Scrolls while a message is being sent, so that a composer with many files stays visible. */}
      <Flex
        direction="column"
        flex={pending ? '1 1 0' : '1 0 0'}
        minHeight={pending ? '0' : 'min-content'}
        overflowY={pending ? 'auto' : undefined}
      >
        <Column mt={pending ? undefined : 'auto'} py="8">
          {pending ? <PendingQuestion pending={pending} onRetry={send} /> : <Greeting />}
        </Column>
      </Flex>
      <Column ref={composer} flexShrink={0}>
        <Composer text={draft.text} onChange={draft.change} files={files} onSend={ask} isSending={isSending} />
      </Column>
      {!pending && (
        // Independent of the height of the suggestions, which load later and would move the composer.
        <Column flex="1.4 0 0" minHeight="min-content" pt="6" visibility={hasDraft ? 'hidden' : undefined}>
          <Suspense>
            <WelcomeSuggestions onPick={ask} />
          </Suspense>
        </Column>
      )}
    </Flex>
  );
}

function Greeting() {
  const project = useContext(CurrentProject);
  const { data: user } = trpc.auth.user.useQuery();
  return (
    <Stack gap="2" align="center" textAlign="center">
      {project && <WelcomeProject project={project} />}
      <Text as="h2" textStyle="title" maxWidth="full" overflowWrap="anywhere" textWrap="balance" dir="auto">
        {greeting(new Date(), user?.firstName)}
      </Text>
      <Text color="fg.muted" textWrap="balance">
        {words.welcome}
      </Text>
    </Stack>
  );
}

/** Menus of the composer open downwards, where there is more room. */
const composerInTheMiddle = {
  '--picker-bottom': 'auto',
  '--picker-top': 'calc(100% + 0.5rem)',
  '--picker-height': '40dvh',
};

const Column = chakra('div', { base: { width: 'full', maxWidth: '44rem', mx: 'auto' } });
