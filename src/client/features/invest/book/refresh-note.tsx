import { chakra, HStack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { investWords as words } from '~/client/words/invest';

interface RefreshNoteProps {
  isFetching: boolean;
  /** Why the displayed portfolio could not be reloaded. */
  failure: ReactNode;
  onRefresh: () => void;
}

/** Reloads the portfolio manually, and shows a failure, after which the earlier data stays visible. */
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
      <HStack gap="0" flexWrap="wrap">
        <chakra.span role="status" textStyle="caption" color="danger" pe={failure ? { base: '5', sm: '2' } : '0'}>
          {failure && words.notRefreshed(String(failure))}
        </chakra.span>
        <Button
          variant="ghost"
          size="sm"
          // On phones, only its icon fits beside the links.
          aria-label={isFetching ? words.refreshing : words.refresh}
          maxWidth="none"
          me={{ base: '-3', sm: '0' }}
          pending={isFetching}
          pendingLabel={<OnWideScreens>{words.refreshing}</OnWideScreens>}
          onClick={onRefresh}
        >
          <RotateCw size={14} strokeWidth={1.5} aria-hidden />
          <OnWideScreens>{words.refresh}</OnWideScreens>
        </Button>
      </HStack>
    </HStack>
  );
}

const OnWideScreens = chakra('span', { base: { hideBelow: 'sm' } });
