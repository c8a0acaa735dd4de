import { Text } from '@chakra-ui/react';
import { formatCount } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import { usageWords as words } from '~/client/words/usage';
import type { MessageMetadata } from '~/shared/schemas/messages';

type Usage = NonNullable<MessageMetadata['usage']>;

/** The tokens and cost of an answer, as text, because tooltips don't open on a phone. */
export function AnswerUsage({ usage }: { usage: Usage }) {
  const { inputTokens, outputTokens, reasoningTokens, cachedTokens, cost, isEstimated } = usage;
  const input = formatCount(inputTokens) + (cachedTokens ? words.cachedTokens(formatCount(cachedTokens)) : '');
  const output =
    formatCount(outputTokens) + (reasoningTokens ? words.reasoningTokens(formatCount(reasoningTokens)) : '');
  const facts = [words.answerTokens(input, output), cost && formatCost(cost), isEstimated && words.estimated].filter(
    Boolean,
  );
  return (
    <Text as="span" data-numeric title={words.answerUsage} textStyle="caption" color="fg.subtle">
      {facts.join(' · ')}
    </Text>
  );
}
