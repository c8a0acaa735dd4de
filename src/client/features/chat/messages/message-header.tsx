import { chakra, Flex, Text } from '@chakra-ui/react';
import { formatDateTime, formatTime } from '~/client/lib/format';

interface MessageHeaderProps {
  sender: string;
  sentAt: Date;
  /** Where an answer's mark or a note goes. */
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
