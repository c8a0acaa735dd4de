import { chakra, Flex, Stack } from '@chakra-ui/react';
import { Suspense, useMemo } from 'react';
import { filled } from '~/client/lib/filled';
import { lazyPart } from '~/client/lib/lazy-part';
import { toSources } from '~/shared/answer-text/sources';
import type { ChatMessage } from '~/shared/schemas/messages';
import { LazyMarkdown } from '../markdown/lazy-markdown';
import { AnswerSourcesContext } from '../sources/answer-sources';
import type { ThreadActions } from '../thread/thread-actions';
import { EarlierMessages } from './earlier-messages-lazy';
import { AnswerHeader } from './message-header';
import { TypingIndicator } from './typing-indicator';

const AnswerNotes = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.AnswerNotes })));
const AnswerOrigin = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.AnswerOrigin })));
const RunningActivity = lazyPart(() =>
  import('./lazy-answer-parts').then((part) => ({ default: part.RunningActivity })),
);
const AnswerEnds = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.AnswerEnds })));
const SourceChips = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.SourceChips })));
const AnswerFooter = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.AnswerFooter })));
const Regenerate = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.Regenerate })));
const Versions = lazyPart(() => import('./lazy-answer-parts').then((part) => ({ default: part.Versions })));

interface AnswerProps {
  message: ChatMessage;
  isNewest: boolean;
  isRetrying: boolean;
  actions: ThreadActions;
}

export function Answer({ message, isNewest, isRetrying, actions }: AnswerProps) {
  const { id, content, metadata } = message;
  const { citations } = metadata;
  const { versions } = actions;
  const isRunning = metadata.processing === true;
  const sources = useMemo(() => filled(toSources(citations)), [citations]);
  const context = useMemo(
    () => ({ sources, open: (number: number) => actions.openSource(id, number) }),
    [sources, actions, id],
  );
  return (
    <AnswerSourcesContext value={context}>
      <Stack gap="3">
        <AnswerHeader sentAt={message.createdAt} />
        {(metadata.reasoning || metadata.webReading) && (
          <Suspense fallback={null}>
            <AnswerOrigin metadata={metadata} />
          </Suspense>
        )}
        {content && <LazyMarkdown content={content} citations={citations} isRunning={isRunning} figures={metadata} />}
        {!content && message.versions?.earlierText && (
          <chakra.div color="fg.muted">
            <LazyMarkdown content={message.versions.earlierText} citations={undefined} isRunning={false} />
          </chakra.div>
        )}
        {isRunning && content === '' && <TypingIndicator />}
        {isRunning && metadata.activities && metadata.activities.length > 0 && (
          <Suspense>
            <RunningActivity activities={metadata.activities} />
          </Suspense>
        )}
        {!isRunning && ((metadata.status ?? 'complete') !== 'complete' || message.versions?.failedRetry) && (
          <Suspense>
            <AnswerEnds
              message={message}
              isNewest={isNewest}
              onRetry={(...how) => actions.retry(id, ...how)}
              isRetrying={isRetrying}
            />
          </Suspense>
        )}
        {!isRunning &&
          (metadata.hasUnconfirmedFigures ||
            metadata.isUnreviewed ||
            metadata.isAboutInvestments ||
            metadata.imported ||
            metadata.memory) && (
            <Suspense fallback={null}>
              <AnswerNotes content={content} metadata={metadata} />
            </Suspense>
          )}
        {!isRunning && sources.length > 0 && (
          <Suspense>
            <SourceChips />
          </Suspense>
        )}
        {!isRunning && content && (
          <Suspense fallback={<Flex minHeight="8" />}>
            <AnswerFooter message={message}>
              {versions && (
                <>
                  <Regenerate
                    modelId={metadata.modelId}
                    isRetrying={isRetrying}
                    onRetry={(model) => actions.retry(id, model)}
                  />
                  <Versions message={message} onShow={versions.show} />
                </>
              )}
            </AnswerFooter>
          </Suspense>
        )}
        {(isRunning || !content) && versions && message.versions && (
          <Suspense fallback={<Flex minHeight="8" />}>
            <Versions message={message} onShow={versions.show} />
          </Suspense>
        )}
        {!isRunning && (
          <EarlierMessages
            conversationId={message.conversationId}
            summarized={isNewest ? (metadata.summarizedMessages ?? 0) : 0}
            omitted={metadata.omittedMessages ?? 0}
          />
        )}
      </Stack>
    </AnswerSourcesContext>
  );
}
