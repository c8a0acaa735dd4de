import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { errorMessage } from '~/client/lib/error-message';
import { formatDay, ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { SearchField } from '~/client/ui/form/search-field';
import { Modal } from '~/client/ui/overlay/modal';
import { evidenceWords as words } from '~/client/words/evidence';
import { tableWords } from '~/client/words/tables';
import type { EvidenceSource } from '~/shared/schemas/evidence';
import { CheckedSource } from './checked-source';
import { chosenDraft, type DraftEvidence, sourceName } from './evidence-draft';

interface EvidencePickerProps {
  chosen: readonly DraftEvidence[];
  onChoose: (draft: DraftEvidence) => void;
  onClose: () => void;
}

/** Lets the user choose a checked source from one of their answers. */
export function EvidencePicker({ chosen, onChoose, onClose }: EvidencePickerProps) {
  const titleId = useId();
  const [text, setText] = useState('');
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-labelledby={titleId}
      width="min(40rem, calc(100vw - 2rem))"
      height="min(44rem, calc(100dvh - 2rem))"
      m="auto"
      borderRadius="card"
      overflow="hidden"
      animation="rise 160ms ease-out"
    >
      <Flex direction="column" height="full">
        <Stack gap="4" p="6" pb="4" borderBottomWidth="1px">
          <Stack gap="1">
            <Text as="h2" id={titleId} textStyle="heading">
              {words.choose}
            </Text>
            <Text textStyle="caption" color="fg.subtle">
              {words.chooseHint}
            </Text>
          </Stack>
          <SearchField isSecond label={words.search} clearLabel={words.clearSearch} value={text} onChange={setText} />
        </Stack>
        <chakra.div flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain">
          <Sources search={useDebounced(text.trim())} chosen={chosen} onChoose={onChoose} />
        </chakra.div>
        <Flex justify="end" px="6" py="4" borderTopWidth="1px">
          <Button onClick={onClose}>{words.cancelChoice}</Button>
        </Flex>
      </Flex>
    </Modal>
  );
}

function Sources({ search, chosen, onChoose }: Omit<EvidencePickerProps, 'onClose'> & { search: string }) {
  const list = trpc.positions.evidenceSources.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Answers written or checked since the last visit have new sources.
    refetchOnMount: 'always',
  });
  if (list.isError && !list.data) return <QueryError title={words.couldNotLoad} query={list} />;
  if (!list.data)
    return (
      <Stack gap="4" p="6" aria-busy role="status" aria-label={words.loading}>
        <Skeleton height="24" borderRadius="control" />
        <Skeleton height="24" borderRadius="control" />
        <Skeleton height="24" borderRadius="control" />
      </Stack>
    );
  const sources = list.data.pages.flatMap(({ items }) => items);
  if (sources.length === 0)
    return search ? (
      <EmptyState title={words.nothingFound} />
    ) : (
      <EmptyState title={words.none} description={words.noneHint} />
    );
  return (
    <>
      <SourceList sources={sources} chosen={chosen} onChoose={onChoose} />
      {list.isFetchNextPageError && (
        <ErrorState
          title={words.couldNotLoad}
          description={errorMessage(list.error)}
          onRetry={() => void list.fetchNextPage()}
          retrying={list.isFetchingNextPage}
        />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Flex justify="center" p="4">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {tableWords.loadMore}
          </Button>
        </Flex>
      )}
    </>
  );
}

interface SourceListProps extends Omit<EvidencePickerProps, 'onClose'> {
  sources: readonly EvidenceSource[];
}

function SourceList({ sources, chosen, onChoose }: SourceListProps) {
  const names = new Set(chosen.map(({ key }) => key));
  return (
    <List aria-label={words.choose}>
      {sources.map((source) => (
        <Row
          key={sourceName(source)}
          source={source}
          isChosen={names.has(sourceName(source))}
          onChoose={() => onChoose(chosenDraft(source))}
        />
      ))}
    </List>
  );
}

interface RowProps {
  source: EvidenceSource;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ source, isChosen, onChoose }: RowProps) {
  const { conversation, answeredAt, messageId: _id, citation: _citation, ...facts } = source;
  return (
    <chakra.li px="6" py="4">
      <Flex gap="4" justify="space-between" align="start">
        <Stack gap="2" minWidth="0" flex="1">
          <CheckedSource source={facts} />
          <Text textStyle="caption" color="fg.subtle" lineClamp={1}>
            {words.fromAnswer(conversation.title, formatDay(ownDay(answeredAt)))}
          </Text>
        </Stack>
        <Button size="sm" flexShrink={0} aria-label={words.useOf(source.title)} disabled={isChosen} onClick={onChoose}>
          {isChosen ? words.added : words.use}
        </Button>
      </Flex>
    </chakra.li>
  );
}

const List = chakra('ul', {
  base: { listStyleType: 'none', '& > li:not(:last-of-type)': { borderBottomWidth: '1px', borderColor: 'border' } },
});
