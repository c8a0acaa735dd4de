import { Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { authWords as words } from '~/client/words/auth';

interface UnusableLinkProps {
  /** Why it doesn't work. */
  description: string;
  /** What to do instead. */
  children?: ReactNode;
}

export function UnusableLink({ description, children }: UnusableLinkProps) {
  return (
    <Stack gap="5" role="alert" textAlign="center">
      <Stack gap="2">
        <Text as="h2" textStyle="heading">
          {words.linkUnusable}
        </Text>
        <Text color="fg.muted">{description}</Text>
      </Stack>
      {children}
    </Stack>
  );
}
