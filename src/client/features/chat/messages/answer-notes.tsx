import { Flex, Stack, Text } from '@chakra-ui/react';
import { CircleHelp } from 'lucide-react';
import { answerWords as words } from '~/client/words/answers';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { CorrectionNote } from './correction-note';
import ImportedNote from './imported-note';
import { MemoryNote } from './memory-note';

interface AnswerNotesProps {
  content: string;
  metadata: MessageMetadata;
}

/** Notes for answers about investments, for unreviewed answers, and for those that another service wrote. */
export function AnswerNotes({ content, metadata }: AnswerNotesProps) {
  return (
    <>
      {content && <FigureNotes content={content} metadata={metadata} />}
      {metadata.memory && <MemoryNote changes={metadata.memory} />}
      {metadata.imported && <ImportedNote imported={metadata.imported} />}
    </>
  );
}

function FigureNotes({ content, metadata }: AnswerNotesProps) {
  const { hasUnconfirmedFigures, unconfirmedFigures, isUnreviewed, isAboutInvestments, correction } = metadata;
  // Many answers already contain the disclaimer.
  const needsAdvice =
    isAboutInvestments && !/\bnot (?:be )?(?:construed as )?(?:investment|financial) advice\b/i.test(content);
  if (!hasUnconfirmedFigures && !isUnreviewed && !needsAdvice && !correction) return null;
  return (
    <Stack gap="1">
      {correction && <CorrectionNote correction={correction} />}
      <Flex align="center" wrap="wrap" columnGap="3" rowGap="1" textStyle="caption" color="fg.subtle">
        {(hasUnconfirmedFigures || isUnreviewed) && (
          <Flex as="span" align="center" gap="1.5" color="fg.muted">
            <CircleHelp size={14} strokeWidth={1.5} aria-hidden />
            {isUnreviewed ? words.notReviewed : unconfirmedFigures ? words.underlinedFigures : words.notConfirmed}
          </Flex>
        )}
        {needsAdvice && <Text as="span">{words.notAdvice}</Text>}
      </Flex>
    </Stack>
  );
}
