import { Flex, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

interface NoticeBarProps {
  /** 'status' for what changes while the page is open. */
  role: 'note' | 'status';
  icon: LucideIcon;
  text: string;
}

/** One line above a conversation. */
export function NoticeBar({ role, icon: Icon, text }: NoticeBarProps) {
  return (
    <Flex
      role={role}
      align="center"
      justify="center"
      gap="2"
      px="4"
      py="2"
      textStyle="caption"
      color="fg.muted"
      bg="bg.raised"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
      <Text>{text}</Text>
    </Flex>
  );
}
