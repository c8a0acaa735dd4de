import { chakra, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Modal } from '~/client/ui/overlay/modal';
import { commandsWords as words } from '~/client/words/commands';
import { FilterBar } from './filter-bar';
import { PaletteList } from './palette-list';
import { noFilters } from './search-filters';
import { useActiveItem } from './use-active-item';
import { usePaletteItems } from './use-palette-items';

interface PaletteProps {
  onClose: () => void;
  onNewChat: () => void;
  onShortcuts: () => void;
}

/**
 * The command palette for pages, conversations, messages and actions. An ARIA combobox, so the focus stays in its text
 * box.
 */
export function Palette(props: PaletteProps) {
  const [text, setText] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const { items, isSearching, hasFailed, isTooLong, leavesOutTexts } = usePaletteItems(text, filters, props);
  const { data: user } = trpc.auth.user.useQuery();
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const { active, point, onKeyDown } = useActiveItem(items, optionId, [text, filters]);

  return (
    <Modal
      isOpen
      onClose={props.onClose}
      aria-label={words.palette}
      width="min(36rem, calc(100vw - 2rem))"
      maxHeight="min(30rem, calc(100dvh - 2rem))"
      mx="auto"
      mt={{ base: '4', md: '12dvh' }}
      mb="auto"
      overflow="hidden"
      borderRadius="card"
      animation="rise 120ms ease-out"
    >
      <chakra.div display="flex" flexDirection="column" maxHeight="inherit">
        <chakra.div display="flex" alignItems="center" gap="3" px="4" borderBottomWidth="1px" flexShrink={0}>
          <Search size={16} strokeWidth={1.5} aria-hidden />
          <chakra.input
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
            aria-label={words.label}
            placeholder={words.placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            flex="1"
            minWidth="0"
            height="12"
            bg="transparent"
            fontSize="1rem"
            _focusVisible={{ outline: 'none' }}
          />
          {isSearching && text.trim() !== '' && <Spinner size="4" label={words.searching} />}
        </chakra.div>
        {user && text.trim() !== '' && <FilterBar filters={filters} onChange={setFilters} />}
        <PaletteList id={`${id}-list`} items={items} active={active} optionId={optionId} onPoint={point} />
        <chakra.div
          role="status"
          px="4"
          py={items.length === 0 || hasFailed ? '4' : leavesOutTexts ? '2' : '0'}
          flexShrink={0}
        >
          {items.length === 0 && !isSearching && !hasFailed && (
            <NothingFound isTooLong={isTooLong} isSignedIn={Boolean(user)} />
          )}
          {hasFailed && <Text color="fg.muted">{words.searchFailed}</Text>}
          {leavesOutTexts && (
            <Text textStyle="caption" color="fg.subtle">
              {words.leavesOutTexts}
            </Text>
          )}
        </chakra.div>
      </chakra.div>
    </Modal>
  );
}

function NothingFound({ isTooLong, isSignedIn }: { isTooLong: boolean; isSignedIn: boolean }) {
  if (isTooLong) return <Text color="fg.muted">{words.tooLong}</Text>;
  return (
    <>
      <Text color="fg.muted">{words.nothingFound}</Text>
      {isSignedIn && (
        <Text textStyle="caption" color="fg.subtle">
          {words.nothingFoundHint}
        </Text>
      )}
    </>
  );
}
