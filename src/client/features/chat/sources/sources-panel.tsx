import { chakra, Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { Drawer } from '~/client/ui/overlay/drawer';
import { sourcesWords as words } from '~/client/words/sources';
import { SourceItem } from './source-item';
import { type Source, unfoundNumber } from './sources';
import { UnfoundQuotes } from './unfound-quotes';

interface SourcesPanelProps {
  sources: readonly Source[];
  /** Quotations that no source contains. */
  unfound?: readonly string[];
  /** The source that was asked for. */
  number: number;
  isWide: boolean;
  onClose: () => void;
}

/** Where an answer has its facts from: beside the conversation, or over it on a phone. */
export function SourcesPanel({ isWide, ...rest }: SourcesPanelProps) {
  if (!isWide) {
    return (
      <Drawer isOpen onClose={rest.onClose} label={words.sources} side="end" width="90vw">
        <SourceList {...rest} />
      </Drawer>
    );
  }
  return (
    <chakra.section
      aria-label={words.sources}
      flexShrink={0}
      width="min(22rem, 36vw)"
      height="full"
      bg="bg.raised"
      borderLeftWidth="1px"
      borderColor="border"
      animation="appear 160ms ease-out"
      onKeyDown={(event) => {
        if (event.key === 'Escape') rest.onClose();
      }}
    >
      <SourceList {...rest} />
    </chakra.section>
  );
}

function SourceList({ sources, unfound = [], number, onClose }: Omit<SourcesPanelProps, 'isWide'>) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const wanted = list.current?.querySelector<HTMLElement>(`[data-number="${number}"]`);
    wanted?.scrollIntoView({ block: 'nearest' });
    wanted?.focus({ preventScroll: true });
  }, [number]);

  return (
    <Flex direction="column" height="full" minHeight="0">
      <Flex
        align="center"
        justify="space-between"
        height="14"
        pl="5"
        pr="2"
        borderBottomWidth="1px"
        borderColor="border"
      >
        <Text as="h2" textStyle="heading">
          {words.sources}
        </Text>
        <IconButton label={words.closeSources} onClick={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <chakra.ul
        ref={list}
        display="flex"
        flexDirection="column"
        listStyleType="none"
        gap="1"
        p="3"
        overflowY="auto"
        overscrollBehavior="contain"
      >
        {sources.map((source) => (
          <SourceItem key={source.number} source={source} isWanted={source.number === number} />
        ))}
        {unfound.length > 0 && <UnfoundQuotes quotes={unfound} isWanted={number === unfoundNumber} />}
      </chakra.ul>
    </Flex>
  );
}
