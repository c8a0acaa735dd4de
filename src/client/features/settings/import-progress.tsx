import { Box, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { conversationImportWords as words } from '~/client/words/conversation-import';

interface ImportProgressProps {
  text: string;
  /** Absent while the total is unknown. */
  percent?: number;
  children?: ReactNode;
}

export function ImportProgress({ text, percent, children }: ImportProgressProps) {
  return (
    <Stack gap="3" align="start">
      <Text fontVariantNumeric="tabular-nums">{text}</Text>
      {percent !== undefined && (
        <Box
          role="progressbar"
          aria-label={words.progress}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          width="full"
          height="1"
          borderRadius="full"
          bg="border"
        >
          <Box height="full" borderRadius="full" bg="accent" style={{ width: `${percent}%` }} />
        </Box>
      )}
      {children}
    </Stack>
  );
}
