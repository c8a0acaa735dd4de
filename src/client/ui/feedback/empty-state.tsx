import { Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** The next step, usually a button. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, description, action }: EmptyStateProps) {
  return (
    <Stack align="center" textAlign="center" gap="3" px="6" py="10" color="fg.muted">
      {icon}
      <Text textStyle="ui" textWrap="balance">
        {title}
      </Text>
      {description && (
        <Text textStyle="caption" color="fg.subtle" maxWidth="prose" textWrap="balance">
          {description}
        </Text>
      )}
      {action}
    </Stack>
  );
}
