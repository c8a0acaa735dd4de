import { chakra, Stack } from '@chakra-ui/react';
import { CornerDownRight } from 'lucide-react';
import { runCommand } from '~/client/lib/commands';
import { answerWords as words } from '~/client/words/answers';

interface SuggestedQuestionsProps {
  questions: readonly string[];
  /** Hidden suggestions keep their space, so that typing does not move the messages. */
  isHidden: boolean;
  onAsk: (text: string) => void;
}

/** Suggested follow-up questions to the latest answer. A click sends one. */
export function SuggestedQuestions({ questions, isHidden, onAsk }: SuggestedQuestionsProps) {
  return (
    <Stack
      as="ul"
      data-screen-only
      aria-label={words.suggestions}
      listStyleType="none"
      align="flex-start"
      gap="2"
      px="1"
      pt="2"
      animation="appear 160ms ease-out"
      visibility={isHidden ? 'hidden' : undefined}
    >
      {questions.map((question) => (
        <chakra.li key={question} maxWidth="full">
          <Suggestion
            type="button"
            dir="auto"
            onClick={({ detail }) => {
              // The buttons disappear. Keyboard users continue in the composer; on touch, that would open a keyboard.
              if (detail === 0) runCommand('focusComposer');
              onAsk(question);
            }}
          >
            <CornerDownRight size={14} strokeWidth={1.5} aria-hidden />
            {question}
          </Suggestion>
        </chakra.li>
      ))}
    </Stack>
  );
}

const Suggestion = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    maxWidth: 'full',
    px: '3',
    py: '1.5',
    textAlign: 'start',
    textStyle: 'ui',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'control',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', borderColor: 'border.strong', color: 'fg' },
    '& svg': { flexShrink: 0 },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
