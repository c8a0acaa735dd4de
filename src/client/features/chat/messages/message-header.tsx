import { chakra, Flex, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { formatDateTime, formatTime } from '~/client/lib/format';
import { Logo } from '~/client/ui/page/logo';
import { brand } from '~/shared/brand';

interface MessageHeaderProps {
  sender: string;
  sentAt: Date;
  /** Shown before the sender: an answer's logo, or the buttons of a question. */
  mark?: React.ReactNode;
}

export function MessageHeader({ sender, sentAt, mark }: MessageHeaderProps) {
  return (
    <Flex align="center" gap="2" textStyle="caption" color="fg.subtle">
      {mark}
      <Text as="span" fontWeight="medium" color="fg.muted">
        {sender}
      </Text>
      <chakra.time dateTime={sentAt.toISOString()} title={formatDateTime(sentAt)}>
        {formatTime(sentAt)}
      </chakra.time>
    </Flex>
  );
}

/** Memoized, because a streaming answer is rendered with each frame. */
export const AnswerHeader = memo(function AnswerHeader({ sentAt }: { sentAt: Date }) {
  return <MessageHeader sender={brand.chat} sentAt={sentAt} mark={<Logo size={16} markOnly />} />;
});
