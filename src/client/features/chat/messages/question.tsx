import { Flex } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ChatMessage } from '~/shared/schemas/messages';
import type { ThreadActions } from '../thread/thread-actions';
import { UserMessage } from './user-message';

const QuestionActions = lazyPart(() => import('./question-actions'));
const EditQuestion = lazyPart(() => import('./edit-question'));

interface QuestionProps {
  message: ChatMessage;
  actions: ThreadActions;
}

/** A question with what can be done with it. */
export function Question({ message, actions: { versions } }: QuestionProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'cancelled'>('shown');
  const { id, content, attachments, createdAt } = message;
  if (!versions) return <UserMessage content={content} attachments={attachments} sentAt={createdAt} />;
  const { edit, show } = versions;
  return (
    <UserMessage
      content={state === 'editing' ? '' : content}
      attachments={attachments}
      sentAt={createdAt}
      note={
        <Suspense fallback={<Flex minHeight="8" mb="-3" />}>
          {state === 'editing' ? (
            <Flex direction="column" width="full">
              <EditQuestion
                content={content}
                onSend={(edited) => edit(id, edited)}
                onCancel={() => setState('cancelled')}
              />
            </Flex>
          ) : (
            <QuestionActions
              message={message}
              onEdit={() => setState('editing')}
              onShow={show}
              isFocused={state === 'cancelled'}
            />
          )}
        </Suspense>
      }
    />
  );
}
