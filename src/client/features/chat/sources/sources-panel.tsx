import { chakra, Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { isComposing } from '~/client/lib/is-composing';
import { IconButton } from '~/client/ui/form/button';
import { Drawer } from '~/client/ui/overlay/drawer';
import { Sheet } from '~/client/ui/overlay/sheet';
import { sourcesWords as words } from '~/client/words/sources';
import { missingQuoteNumber, toSources } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { toCitedPages } from './cited-pages';
import { toQuotes } from './cited-quotes';
import { toMissingQuotes } from './find-missing-quotes';
import { MissingQuotes } from './missing-quotes';
import { PageItem } from './page-item';
import { SourceItem } from './source-item';

interface SourcesPanelProps {
  /** The text of the answer, and its citations. */
  content: string;
  citations: readonly Citation[] | undefined;
  /** The source that was selected. */
  number: number;
  /** Changes with each selection, also of the same number. */
  count?: number | undefined;
  layout: 'beside' | 'drawer' | 'sheet';
  /** The answer. Without it, its pages are shown as they are cited, not as they were read. */
  messageId?: string;
  onShowCited?: (source: number, place: number) => void;
  onClose: () => void;
}

/** The sources of an answer: beside the conversation, over it, or as a bottom sheet on a phone. */
export function SourcesPanel({ layout, ...rest }: SourcesPanelProps) {
  if (layout === 'sheet') {
    return (
      <Sheet isOpen onClose={rest.onClose} label={words.sources}>
        <SourceList {...rest} />
      </Sheet>
    );
  }
  if (layout === 'drawer') {
    return (
      <Drawer isOpen onClose={rest.onClose} label={words.sources} side="end" width="min(26rem, 90vw)">
        <SourceList {...rest} />
      </Drawer>
    );
  }
  return (
    <chakra.section
      aria-label={words.sources}
      data-screen-only
      flexShrink={0}
      width="min(22rem, 36vw)"
      height="full"
      bg="bg.raised"
      borderLeftWidth="1px"
      borderColor="border"
      animation="slideInEnd 200ms cubic-bezier(0.16, 1, 0.3, 1)"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        // Otherwise the same press also stops a running answer.
        event.preventDefault();
        rest.onClose();
      }}
    >
      <SourceList {...rest} />
    </chakra.section>
  );
}

function SourceList({
  content,
  citations,
  number,
  count,
  messageId,
  onShowCited,
  onClose,
}: Omit<SourcesPanelProps, 'layout'>) {
  const { sources, missingQuotes, pages, quotes } = useSources(content, citations);
  const list = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each selection
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>(`[data-number="${number}"]`);
    item?.scrollIntoView({ block: 'nearest' });
    item?.focus({ preventScroll: true });
  }, [number, count]);

  return (
    <Flex direction="column" height="full" minHeight="0">
      <Head onClose={onClose} />
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
        {sources.map((source) =>
          source.url ? (
            <PageItem
              key={source.number}
              source={source}
              page={pages.get(source.number)}
              isWanted={source.number === number}
              messageId={messageId}
              onShowCited={onShowCited && ((place) => onShowCited(source.number, place))}
            />
          ) : (
            <SourceItem
              key={source.number}
              source={source}
              quotes={quotes.get(source.number) ?? []}
              isWanted={source.number === number}
              messageId={messageId}
            />
          ),
        )}
        {missingQuotes.length > 0 && <MissingQuotes quotes={missingQuotes} isWanted={number === missingQuoteNumber} />}
      </chakra.ul>
    </Flex>
  );
}

function Head({ onClose }: { onClose: () => void }) {
  return (
    <Flex
      flexShrink={0}
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
  );
}

/** The sources of an answer, grouped as the list shows them. */
function useSources(content: string, citations: readonly Citation[] | undefined) {
  return useMemo(() => {
    const sources = toSources(citations);
    return {
      sources,
      missingQuotes: toMissingQuotes(citations),
      pages: toCitedPages(content, citations, sources),
      quotes: toQuotes(citations),
    };
  }, [content, citations]);
}
