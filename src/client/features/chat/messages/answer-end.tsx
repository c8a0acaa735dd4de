import { Flex, Text } from '@chakra-ui/react';
import { ArrowRight, CircleAlert, CirclePause, CircleStop, type LucideIcon, RotateCw } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { answerWords as words } from '~/client/words/answers';
import { reasoningWords } from '~/client/words/reasoning';
import { threadWords } from '~/client/words/thread';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { RetryWithModel } from '../models/retry-with-model';

type Retry = (model?: string, continues?: boolean) => void;

interface AnswerEndsProps {
  message: ChatMessage;
  isNewest: boolean;
  onRetry: Retry;
  isRetrying: boolean;
}

/** Shown below an answer that did not finish normally, or whose retry failed. */
export function AnswerEnds({ message, isNewest, onRetry, isRetrying }: AnswerEndsProps) {
  const failed = message.versions?.failedRetry;
  return (
    <>
      <AnswerEnd message={message} onRetry={isNewest ? onRetry : undefined} isRetrying={isRetrying} />
      {failed && (
        <AnswerEnd
          message={{
            content: '',
            metadata: {
              ...failed,
              status: 'failed',
              error: { ...failed.error, message: words.retryFailed(failed.error.message) },
            },
          }}
          onRetry={(model = failed.modelId) => onRetry(model)}
          isRetrying={isRetrying}
        />
      )}
    </>
  );
}

interface AnswerEndProps {
  message: Pick<ChatMessage, 'content' | 'metadata'>;
  /** Absent if the answer is no longer the newest. */
  onRetry: Retry | undefined;
  isRetrying: boolean;
}

/** How an answer ended, with possible actions. */
function AnswerEnd({ message, onRetry, isRetrying }: AnswerEndProps) {
  const { content, metadata } = message;
  const end = endOf(metadata);
  if (!end) return null;
  const { Icon, text, isFailure } = end;
  return (
    <Flex
      role={isFailure ? 'alert' : undefined}
      align="center"
      wrap="wrap"
      gap="3"
      px="3"
      py="2"
      borderRadius="control"
      borderWidth="1px"
      borderColor="border"
      bg={isFailure ? 'danger.subtle' : undefined}
      color={isFailure ? 'danger' : 'fg.muted'}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <Text
        flex="1"
        minWidth={isFailure ? 'min(14rem, 100% - 2rem)' : '5rem'}
        overflowWrap="anywhere"
        color={isFailure ? 'fg' : undefined}
      >
        {text}
        {isFailure && metadata.error?.reason && (
          <Text as="span" display="block" textStyle="caption" color="fg.muted">
            {reasoningWords.answerReason} {metadata.error.reason}
          </Text>
        )}
      </Text>
      {onRetry && (
        <Flex data-screen-only gap="2" wrap="wrap" maxWidth="full">
          {content.trim() !== '' && metadata.modelId && !metadata.researchId && (
            <ContinueButton isRetrying={isRetrying} onContinue={() => onRetry(undefined, true)} />
          )}
          <Button size="sm" pending={isRetrying} onClick={() => onRetry()}>
            <RotateCw size={14} strokeWidth={1.5} />
            {threadWords.retry}
          </Button>
          {isFailure && <RetryWithModel modelId={metadata.modelId} isRetrying={isRetrying} onTry={onRetry} />}
        </Flex>
      )}
    </Flex>
  );
}

function ContinueButton({ isRetrying, onContinue }: { isRetrying: boolean; onContinue: () => void }) {
  // The offline analyst can't continue a text, and answers only if no model is connected.
  if (trpc.auth.config.useQuery().data?.model.isConnected === false) return null;
  return (
    <Button size="sm" pending={isRetrying} onClick={onContinue}>
      <ArrowRight size={14} strokeWidth={1.5} />
      {words.continueAnswer}
    </Button>
  );
}

function endOf({ status, error }: MessageMetadata): { Icon: LucideIcon; text: string; isFailure: boolean } | undefined {
  if (status === 'failed') {
    return { Icon: CircleAlert, text: error?.message ?? words.answerFailed, isFailure: true };
  }
  if (status === 'interrupted') return { Icon: CirclePause, text: words.answerInterrupted, isFailure: false };
  if (status === 'stopped') return { Icon: CircleStop, text: words.answerStopped, isFailure: false };
  return undefined;
}
