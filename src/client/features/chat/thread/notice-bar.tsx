import { Flex, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

interface NoticeBarProps {
  /** Use 'status' if the text can change while the page is open. */
  role: 'note' | 'status';
  icon: LucideIcon;
  text: string;
}

/** A short notice above a conversation. */
export function NoticeBar({ role, icon: Icon, text }: NoticeBarProps) {
  return (
    <Flex
      role={role}
      align="flex-start"
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
      <Icon size={14} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0, marginTop: '0.125rem' }} />
      <Text>{text}</Text>
    </Flex>
  );
}
