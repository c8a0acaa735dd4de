import { chakra } from '@chakra-ui/react';
import { ChartLine, Lightbulb } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { suggestionWords as words } from '~/client/words/welcome-suggestions';

/** Suggested first questions. A default export, because `lazy` needs one. */
export default function WelcomeSuggestions({ onPick }: { onPick: (text: string) => void }) {
  const { data: config, isPending } = trpc.auth.config.useQuery();
  const isOffline = config?.model.isConnected === false;
  const { suggested, offline } = words.portfolioQuestions;
  const ofPortfolio = isOffline ? offline : suggested;
  const general = isOffline ? words.offlineQuestions : words.suggestedQuestions;
  const questions = [
    ...(config?.hasPositions ? ofPortfolio.map((text) => ({ text, Icon: ChartLine })) : []),
    ...general.map((text) => ({ text, Icon: Lightbulb })),
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
      {questions.map(({ text, Icon }) => (
        <li key={text}>
          <Suggestion type="button" onClick={() => onPick(text)}>
            <Icon size={16} strokeWidth={1.5} aria-hidden />
            {text}
          </Suggestion>
        </li>
      ))}
    </chakra.ul>
  );
}

const Suggestion = chakra('button', {
  base: {
    display: 'flex',
    gap: '3',
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
    '& svg': { flexShrink: 0, mt: '0.5', color: 'fg.subtle' },
    _hover: { bg: 'bg.hover', borderColor: 'border.strong', color: 'fg' },
  },
});
