import { Flex, Text } from '@chakra-ui/react';
import { CircleHelp } from 'lucide-react';
import { threadWords as words } from '~/client/words/thread';
import type { MessageMetadata } from '~/shared/schemas/messages';

interface AnswerNotesProps {
  content: string;
  metadata: MessageMetadata;
}

/** What a reader should know of an answer that speaks about money. */
export default function AnswerNotes({ content, metadata }: AnswerNotesProps) {
  const { hasUnconfirmedFigures, unconfirmedFigures, isAboutInvestments } = metadata;
  // Many an answer says it by itself.
  const needsAdvice =
    isAboutInvestments && !/\bnot (?:be )?(?:construed as )?(?:investment|financial) advice\b/i.test(content);
  if (!hasUnconfirmedFigures && !needsAdvice) return null;
  return (
    <Flex align="center" wrap="wrap" columnGap="3" rowGap="1" textStyle="caption" color="fg.subtle">
      {hasUnconfirmedFigures && (
        <Flex as="span" align="center" gap="1.5" color="fg.muted">
          <CircleHelp size={14} strokeWidth={1.5} aria-hidden />
          {unconfirmedFigures ? words.underlinedFigures : words.notConfirmed}
        </Flex>
      )}
      {needsAdvice && <Text as="span">{words.notAdvice}</Text>}
    </Flex>
  );
}
