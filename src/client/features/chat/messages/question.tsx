import { Flex } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { UserMessage } from './user-message';

const QuestionActions = lazyPart(() =>
  import('./lazy-question-parts').then((part) => ({ default: part.QuestionActions })),
);
const QuestionNote = lazyPart(() => import('./lazy-question-parts').then((part) => ({ default: part.QuestionNote })));
const EditQuestion = lazyPart(() => import('./lazy-question-parts').then((part) => ({ default: part.EditQuestion })));

interface QuestionProps {
  message: ChatMessage;
  actions: ThreadActions;
}

export function Question({ message, actions: { versions } }: QuestionProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'resumed' | 'canceled'>('shown');
  const { id, content, attachments, createdAt } = message;
  const isEditing = state === 'editing' || state === 'resumed';
  return (
    <UserMessage
      content={isEditing ? '' : content}
      attachments={attachments}
      sentAt={createdAt}
      actions={
        versions &&
        !isEditing && (
          <Suspense>
            <QuestionActions
              message={message}
              onEdit={() => setState('editing')}
              onResume={() => setState('resumed')}
              isFocused={state === 'canceled'}
            />
          </Suspense>
        )
      }
      note={
        versions && (
          <Suspense fallback={message.versions && <Flex minHeight="8" />}>
            {isEditing ? (
              <EditQuestion
                message={message}
                isFocused={state === 'editing'}
                onSend={(edited) => versions.edit(id, edited)}
                onCancel={() => setState('canceled')}
              />
            ) : (
              (message.versions || message.metadata.imported) && (
                <QuestionNote message={message} onShow={versions.show} />
              )
            )}
          </Suspense>
        )
      }
    />
  );
}
