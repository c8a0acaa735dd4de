import { Brain } from 'lucide-react';
import { reasoningWords as words } from '~/client/words/reasoning';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { ExpandableDetails } from './expandable-details';

interface ReasoningProps {
  reasoning: NonNullable<MessageMetadata['reasoning']>;
}

/** The model's reasoning, collapsed. Shown as plain text, because it is not written for readers. */
export default function Reasoning({ reasoning: { text, milliseconds } }: ReasoningProps) {
  return (
    <ExpandableDetails icon={Brain} title={words.thoughtFor(milliseconds)}>
      {text}
    </ExpandableDetails>
  );
}
