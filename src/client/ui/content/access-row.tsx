import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A list of ways to access the account: sessions and tokens. */
export const AccessList = chakra('ul', {
  base: {
    listStyleType: 'none',
    borderWidth: '1px',
    borderRadius: 'card',
    bg: 'bg.raised',
    '& > li + li': { borderTopWidth: '1px' },
  },
});

interface AccessRowProps {
  title: string;
  /** Shown beside the title. */
  mark?: ReactNode;
  /** Short details; falsy ones are omitted. */
  facts: readonly (string | null | undefined | false)[];
  action?: ReactNode;
}

export function AccessRow({ title, mark, facts, action }: AccessRowProps) {
  return (
    <Flex as="li" align="center" gap="4" px="4" py="3" minHeight="16">
      <Stack gap="0.5" flex="1" minWidth="0">
        <Flex align="center" gap="2" minWidth="0">
          <Text fontWeight="medium" truncate title={title}>
            {title}
          </Text>
          {mark}
        </Flex>
        <Text textStyle="caption" color="fg.muted" overflowWrap="anywhere">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {action}
    </Flex>
  );
}
