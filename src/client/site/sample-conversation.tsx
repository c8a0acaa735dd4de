import { chakra, Flex } from '@chakra-ui/react';
import { Message } from '~/client/features/chat/messages/message';
import { SourcesPanel } from '~/client/features/chat/sources/sources-panel';
import { sampleWords as words } from '~/client/words/sample';
import type { Citation } from '~/shared/schemas/citations';
import type { ChatMessage } from '~/shared/schemas/messages';

const { answer, marked } = words;
const at = (text: string) => ({ start: answer.indexOf(text), end: answer.indexOf(text) + text.length });

const citations: Citation[] = [
  { source: words.plan, quote: words.planQuote, ...at(marked.refinancing) },
  {
    source: 'centralbank.example',
    url: 'https://centralbank.example/',
    title: words.minutes,
    quote: words.minutesQuote,
    ...at(marked.committee),
  },
  { source: words.paper, quote: words.paperQuote, ...at(marked.paper) },
];

const messages: ChatMessage[] = [
  {
    id: 'sample-question',
    conversationId: 'sample',
    parentId: null,
    role: 'user',
    content: words.question,
    attachments: [],
    metadata: {},
    createdAt: new Date('2026-11-20T09:41:00'),
  },
  {
    id: 'sample-answer',
    conversationId: 'sample',
    parentId: 'sample-question',
    role: 'assistant',
    content: answer,
    attachments: [],
    metadata: { status: 'complete', numSourcesUsed: 1, liveSearchUsed: true, citations },
    createdAt: new Date('2026-11-20T09:41:00'),
  },
];

const actions = { retry: () => {}, openSource: () => {} };

/** A conversation with the sources panel of its answer open. */
export function SampleConversation() {
  return (
    <Flex>
      {/* The space at the end is for the table that overlaps the edge. */}
      <chakra.div flex="1" minWidth="0" px={{ base: '4', md: '8' }} pt="2" pb={{ base: '2', lg: '14' }}>
        {messages.map((message) => (
          <Message key={message.id} message={message} isNewest isRetrying={false} actions={actions} />
        ))}
      </chakra.div>
      <chakra.div hideBelow="lg">
        <SourcesPanel content={answer} citations={citations} number={2} layout="beside" onClose={() => {}} />
      </chakra.div>
    </Flex>
  );
}
