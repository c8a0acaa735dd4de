import { Coins } from 'lucide-react';
import { formatCount } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import { IconButton } from '~/client/ui/form/button';
import { usageWords as words } from '~/client/words/usage';
import type { MessageMetadata } from '~/shared/schemas/messages';

interface AnswerUsageProps {
  usage: NonNullable<MessageMetadata['usage']>;
  model: string | undefined;
}

/** The model, tokens and cost of an answer, in a tooltip. A default export, as `lazy` asks for one. */
export default function AnswerUsage({ usage, model }: AnswerUsageProps) {
  const { inputTokens, outputTokens, reasoningTokens, cachedTokens, cost, isEstimated } = usage;
  const facts = [
    model,
    words.answerTokens(formatCount(inputTokens), formatCount(outputTokens)),
    reasoningTokens ? words.reasoningTokens(formatCount(reasoningTokens)) : null,
    cachedTokens ? words.cachedTokens(formatCount(cachedTokens)) : null,
    cost && formatCost(cost),
    isEstimated && words.estimated,
  ].filter(Boolean);
  return (
    <IconButton size="sm" label={words.answerUsage} tooltip={facts.join(' · ')} aria-description={facts.join(', ')}>
      <Coins size={15} strokeWidth={1.5} />
    </IconButton>
  );
}
