import { Flex } from '@chakra-ui/react';
import { Globe } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Chip } from '~/client/ui/content/chip';
import { CopyButton } from '~/client/ui/form/copy-button';
import { answerWords as words } from '~/client/words/answers';
import { sourcesChoiceWords as sourcesWords } from '~/client/words/sources-choice';
import type { ChatMessage } from '~/shared/schemas/messages';
import { SaveToCollection } from '../collections/save-to-collection';
import { UsedCollections } from '../collections/used-collections';
import { FeedbackButtons } from '../feedback/feedback-buttons';
import { AnswerModel } from '../models/answer-model';
import { ReportActions } from '../research/report-actions';
import { AnswerMenu } from '../share/answer-menu';
import { saveFile } from '../share/save-file';
import { useAnswerSources } from '../sources/answer-sources';
import { copiedHtml, copiedMarkdown } from './answer-copy';
import { AnswerUsage } from './answer-usage';

const saveReceipt = (id: string) => saveFile(`/api/messages/${id}/export?format=html`);

/** The actions on a finished answer, and its sources. */
export function AnswerFooter({ message, children }: { message: ChatMessage; children?: ReactNode }) {
  const { content, metadata } = message;
  const { numSourcesUsed = 0 } = metadata;
  const { sources, open } = useAnswerSources();
  const row = useRef<HTMLDivElement>(null);
  const html = () => {
    // A long answer is rendered in steps.
    window.dispatchEvent(new Event('needwholetext'));
    const rendered = row.current?.closest('article')?.querySelector('[data-answer-text]');
    return rendered ? copiedHtml(rendered, sources) : undefined;
  };
  const first = sources.find(({ url }) => url)?.number ?? 1;
  return (
    <Flex ref={row} data-screen-only align="center" gap={{ base: '0', sm: '1.5' }} wrap="wrap" ml="-2" minHeight="8">
      <CopyButton label={words.copyAnswer} text={() => copiedMarkdown(content, metadata.citations)} html={html} />
      {children}
      {metadata.modelId && !metadata.imported && <FeedbackButtons message={message} />}
      <SaveToCollection messageId={message.id} />
      <AnswerMenu message={message} />
      <Flex align="center" gap="1.5" wrap="wrap" ps="2">
        {metadata.sources && metadata.sources !== 'web' && <Chip>{sourcesWords.answered[metadata.sources]}</Chip>}
        {numSourcesUsed > 0 && (
          <Chip as="button" tone="accent" onClick={() => open(first)} aria-label={words.showSources(numSourcesUsed)}>
            <Globe size={12} strokeWidth={1.5} aria-hidden />
            {words.liveSearch(numSourcesUsed)}
          </Chip>
        )}
        <UsedCollections metadata={metadata} />
        {numSourcesUsed > 0 && (
          <Chip as="button" onClick={() => void saveReceipt(message.id)}>
            {sourcesWords.receipt}
          </Chip>
        )}
        {metadata.researchId && <ReportActions researchId={metadata.researchId} />}
      </Flex>
      <Flex columnGap="3" wrap="wrap" ms="auto" ps="2" pe="1">
        {metadata.modelId && <AnswerModel metadata={metadata} />}
        {metadata.usage && <AnswerUsage usage={metadata.usage} />}
      </Flex>
    </Flex>
  );
}
