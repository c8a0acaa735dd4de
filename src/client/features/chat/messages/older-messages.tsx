import { Center, Text } from '@chakra-ui/react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Spinner } from '~/client/ui/feedback/spinner';
import { olderMessagesWords as words } from '~/client/words/older-messages';

interface OlderMessagesProps {
  box: RefObject<HTMLElement | null>;
  isLoading: boolean;
  hasFailed: boolean;
  onLoad: () => void;
}

/** Loads the previous page when the user scrolls near the first loaded message. */
export function OlderMessages({ box, isLoading, hasFailed, onLoad }: OlderMessagesProps) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);

  useEffect(() => {
    const element = mark.current;
    if (!element || isLoading || hasFailed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load();
      },
      { root: box.current, rootMargin: '1200px 0px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isLoading, hasFailed]);

  return (
    <>
      <Center ref={mark} data-screen-only minHeight="16">
        {hasFailed ? (
          <ErrorState title={words.failed} onRetry={onLoad} retrying={isLoading} />
        ) : (
          <Spinner label={words.loading} />
        )}
      </Center>
      <Text data-print-only textStyle="caption" color="fg.muted">
        {words.notPrinted}
      </Text>
    </>
  );
}
