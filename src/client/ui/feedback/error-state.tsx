import { Stack, Text } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';

interface ErrorStateProps {
  /** What happened, in a few words. */
  title?: string;
  /** The title's element. Use 'h1' if this is the whole page. */
  titleAs?: 'h1' | 'h2' | 'p';
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
  retrying?: boolean;
}

export function ErrorState({
  title = words.somethingWrong,
  titleAs = 'p',
  description,
  onRetry,
  retryLabel = words.retry,
  retrying = false,
}: ErrorStateProps) {
  return (
    <Stack role="alert" align="center" textAlign="center" gap="3" px="6" py="10">
      <Text as="span" color="danger" aria-hidden>
        <CircleAlert size={20} strokeWidth={1.5} />
      </Text>
      <Text as={titleAs} textStyle="heading">
        {title}
      </Text>
      {description && (
        <Text color="fg.muted" maxWidth="26rem" overflowWrap="anywhere" textWrap="balance">
          {description}
        </Text>
      )}
      {onRetry && (
        <Button onClick={onRetry} pending={retrying} mt="1">
          {retryLabel}
        </Button>
      )}
    </Stack>
  );
}
