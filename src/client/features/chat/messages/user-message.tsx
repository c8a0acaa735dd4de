import { chakra, Stack } from '@chakra-ui/react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { threadWords as words } from '~/client/words/thread';
import type { Attachment } from '~/shared/schemas/messages';
import { MessageHeader } from './message-header';

/** Loaded on demand, because most questions have no files. */
const AttachmentList = lazyPart(() =>
  import('../files/attachment-list').then((part) => ({ default: part.AttachmentList })),
);

interface UserMessageProps {
  content: string;
  attachments: readonly Attachment[];
  sentAt: Date;
  /** Actions, shown before the sender. */
  actions?: ReactNode;
  /** A note below the message, such as that it was not sent. */
  note?: ReactNode;
}

/** A question, shown as plain text in a subtle style. */
export function UserMessage({ content, attachments, sentAt, actions, note }: UserMessageProps) {
  return (
    <Stack gap="1.5" align="flex-end">
      <MessageHeader sender={words.you} sentAt={sentAt} mark={actions} />
      {attachments.length > 0 && (
        <Suspense>
          <AttachmentList attachments={attachments} />
        </Suspense>
      )}
      {content.trim() && (
        <chakra.div
          dir="auto"
          maxWidth={{ base: '92%', md: '85%' }}
          px="4"
          py="2.5"
          bg="bg.raised"
          borderWidth="1px"
          borderColor="border"
          borderRadius="card"
          textStyle="body"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {content}
        </chakra.div>
      )}
      {note}
    </Stack>
  );
}
