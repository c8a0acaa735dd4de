import { Flex, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { formatCount } from '~/client/lib/format';
import { SearchField } from '~/client/ui/form/search-field';
import { Select } from '~/client/ui/form/select';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import type { LedgerFilter, LedgerIndex } from './checking/ledger-index';

interface LedgerFiltersProps {
  entries: readonly LedgerEntry[];
  index: LedgerIndex;
  filter: LedgerFilter;
  onChange: (filter: LedgerFilter) => void;
  /** The number of matching entries. */
  found: number;
}

/** Filters the checked ledger by event, stock and text, without requests. */
export function LedgerFilters({ entries, index, filter, onChange, found }: LedgerFiltersProps) {
  const kinds = useMemo(() => [...new Set(entries.map(({ kind }) => kind))], [entries]);
  const tickers = useMemo(() => [...new Set(index.tickers.flatMap((ticker) => ticker ?? []))].sort(), [index]);
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Flex flex="1 1 16rem" maxWidth={{ md: 'form' }}>
        <SearchField
          label={words.search}
          clearLabel={words.clearSearch}
          value={filter.search ?? ''}
          onChange={(search) => onChange({ ...filter, search })}
          maxLength={100}
        />
      </Flex>
      <Flex flex="1 1 9rem" maxWidth={{ md: '14rem' }}>
        <Select
          aria-label={words.ofKind}
          value={filter.kind ?? ''}
          onChange={({ target }) => onChange({ ...filter, kind: target.value || undefined })}
        >
          <option value="">{words.everyKind}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind] ?? kind}
            </option>
          ))}
        </Select>
      </Flex>
      <Flex flex="1 1 9rem" maxWidth={{ md: '14rem' }}>
        <Select
          aria-label={words.ofTicker}
          value={filter.ticker ?? ''}
          onChange={({ target }) => onChange({ ...filter, ticker: target.value || undefined })}
        >
          <option value="">{words.everyTicker}</option>
          {tickers.map((ticker) => (
            <option key={ticker} value={ticker}>
              {ticker}
            </option>
          ))}
        </Select>
      </Flex>
      <Text role="status" textStyle="caption" color="fg.muted">
        {words.foundEntries(formatCount(found), formatCount(entries.length))}
      </Text>
    </Flex>
  );
}
