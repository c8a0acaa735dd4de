import { chakra } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { suggestionWords as words } from '~/client/words/welcome-suggestions';

/** Suggested first questions. A default export, because `lazy` needs one. */
export default function WelcomeSuggestions({ onPick }: { onPick: (text: string) => void }) {
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
