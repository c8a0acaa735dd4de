import { Text } from '@chakra-ui/react';
import { formatCount } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import { usageWords as words } from '~/client/words/usage';
import type { MessageMetadata } from '~/shared/schemas/messages';

type Usage = NonNullable<MessageMetadata['usage']>;

/** The tokens and cost of an answer, as text: a tooltip never opens on a phone. A default export, as `lazy` asks for one. */
export default function AnswerUsage({ usage: { inputTokens, outputTokens, cost, isEstimated } }: { usage: Usage }) {
  const facts = [
    words.answerTokens(formatCount(inputTokens), formatCount(outputTokens)),
    cost && formatCost(cost),
    isEstimated && words.estimated,
  ].filter(Boolean);
  return (
    <Text as="span" data-numeric title={words.answerUsage} textStyle="caption" color="fg.subtle">
      {facts.join(' · ')}
    </Text>
  );
}
