import { chakra, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Modal } from '~/client/ui/overlay/modal';
import { commandsWords as words } from '~/client/words/commands';
import { FilterBar } from './filter-bar';
import { PaletteList } from './palette-list';
import { noFilters } from './search-filters';
import { usePaletteItems } from './use-palette-items';

interface PaletteProps {
  onClose: () => void;
  onNewChat: () => void;
  onShortcuts: () => void;
}

/** A box to go anywhere from: pages, conversations, messages, actions. A combobox by the ARIA pattern, the keyboard stays in it. */
export function Palette(props: PaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [filters, setFilters] = useState(noFilters);
  const { items, isSearching, hasFailed, isTooLong } = usePaletteItems(text, { ...props, filters });
  const { data: user } = trpc.auth.user.useQuery();
  const id = useId();
  const now = Math.min(active, items.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its first row
  useEffect(() => setActive(0), [text, filters]);
  useEffect(() => {
    document.getElementById(`${id}-${now}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, now]);

  function onKeyDown(event: KeyboardEvent) {
    // The Enter and the arrows of an input method are its own.
    if (event.nativeEvent.isComposing || items.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((now + step + items.length) % items.length);
    else if (event.key === 'Enter') items[now]?.run();
    else return;
    event.preventDefault();
  }

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
            aria-activedescendant={items.length > 0 ? optionId(now) : undefined}
            aria-label={words.placeholder}
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
        <PaletteList id={`${id}-list`} items={items} active={now} optionId={optionId} onPoint={setActive} />
        <chakra.div role="status" px="4" py={items.length === 0 || hasFailed ? '4' : '0'} flexShrink={0}>
          {items.length === 0 && !isSearching && !hasFailed && (
            <>
              <Text color="fg.muted">{isTooLong ? words.tooLong : words.nothingFound}</Text>
              {user && !isTooLong && (
                <Text textStyle="caption" color="fg.subtle">
                  {words.nothingFoundHint}
                </Text>
              )}
            </>
          )}
          {hasFailed && <Text color="fg.muted">{words.searchFailed}</Text>}
        </chakra.div>
      </chakra.div>
    </Modal>
  );
}
