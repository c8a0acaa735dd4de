import { chakra } from '@chakra-ui/react';
import { uiWords as words } from '~/client/words/ui';

interface SpinnerProps {
  size?: string;
  /** Announced by screen readers. Null if text beside the spinner says the same. */
  label?: string | null;
}

export function Spinner({ size = '5', label = words.loading }: SpinnerProps) {
  return (
    <chakra.span
      role={label === null ? undefined : 'status'}
      aria-label={label ?? undefined}
      aria-hidden={label === null || undefined}
      display="inline-block"
      boxSize={size}
      flexShrink={0}
      borderWidth="2px"
      borderColor="currentColor"
      borderTopColor="transparent"
      borderRadius="full"
      opacity={0.8}
      animation="spin 0.8s linear infinite"
    />
  );
}
