import { chakra, HStack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { investWords as words } from '~/client/words/invest';

interface RefreshNoteProps {
  isFetching: boolean;
  /** Why the book that is shown could not be read again. */
  failure: ReactNode;
  onRefresh: () => void;
}

/** Reads the book again by hand, and says so where that failed: what is shown then is what was read before. */
export function RefreshNote({ isFetching, failure, onRefresh }: RefreshNoteProps) {
  return (
    <HStack justify="space-between" gap="3" flexWrap="wrap">
      <HStack textStyle="caption" color="fg.subtle" columnGap="4" rowGap="1" flexWrap="wrap">
        <Text>{words.notAdvice}</Text>
        <TextLink asChild>
          <PageLink href="/track-record">{words.trackRecord}</PageLink>
        </TextLink>
        <TextLink asChild>
          <PageLink href="/qinvest/back-test">{words.backTest}</PageLink>
        </TextLink>
      </HStack>
      <HStack gap="2" flexWrap="wrap">
        <chakra.span role="status" textStyle="caption" color="danger">
          {failure && words.notRefreshed(String(failure))}
        </chakra.span>
        <Button
          variant="ghost"
          size="sm"
          // On a line of its own, its text begins where the text above does.
          ms={{ base: '-3', sm: '0' }}
          pending={isFetching}
          pendingLabel={words.refreshing}
          onClick={onRefresh}
        >
          <RotateCw size={14} strokeWidth={1.5} aria-hidden />
          {words.refresh}
        </Button>
      </HStack>
    </HStack>
  );
}
