import { chakra, Flex, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '~/client/lib/is-composing';
import { isWideScreen } from '~/client/lib/is-wide-screen';
import { inputRecipe } from '~/client/ui/form/field';
import { modelWords as words } from '~/client/words/models';
import type { AvailableModel } from '~/shared/schemas/models';

interface ModelListProps {
  models: readonly AvailableModel[];
  chosenId: string;
  onChoose: (id: string) => void;
}

/** A search field over a list, following the ARIA combobox pattern: arrows move, Enter chooses. */
export function ModelList({ models, chosenId, onChoose }: ModelListProps) {
  const [search, setSearch] = useState('');
  const matching = models.filter((model) => matches(model, search));
  const { place, setActive, onKeyDown } = useActiveOption(matching, chosenId, onChoose);
  const listId = useId();
  const optionId = (place: number) => `${listId}-${place}`;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  }, [place]);

  return (
    <>
      <Search
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={matching.length > 0 ? optionId(place) : undefined}
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        spellCheck={false}
        // Users open the list to choose from it. On a phone, the keyboard would cover it.
        autoFocus={isWideScreen()}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <chakra.ul ref={list} id={listId} role="listbox" aria-label={words.model} listStyleType="none" mt="1.5">
        {matching.map((model, index) => (
          <Option
            key={model.id}
            id={optionId(index)}
            role="option"
            aria-selected={model.id === chosenId}
            data-active={index === place || undefined}
            onClick={() => onChoose(model.id)}
            onPointerMove={() => setActive(index)}
          >
            <ModelName model={model} isChosen={model.id === chosenId} />
          </Option>
        ))}
      </chakra.ul>
      {matching.length === 0 && (
        <Text role="status" px="2" py="2" textStyle="caption" color="fg.muted">
          {words.noMatch}
        </Text>
      )}
    </>
  );
}

/** The active option: arrows move it, Enter chooses it. */
function useActiveOption(matching: readonly AvailableModel[], chosenId: string, onChoose: ModelListProps['onChoose']) {
  const [active, setActive] = useState(() => matching.findIndex(({ id }) => id === chosenId));
  const place = Math.min(Math.max(active, 0), matching.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((place + step + matching.length) % Math.max(1, matching.length));
    else if (event.key === 'Enter') {
      const model = matching[place];
      if (model) onChoose(model.id);
    } else return;
    event.preventDefault();
  }

  return { place, setActive, onKeyDown };
}

function ModelName({ model, isChosen }: { model: AvailableModel; isChosen: boolean }) {
  return (
    <>
      <Text as="span" flex="1" minWidth="0" overflowWrap="anywhere" py="1.5">
        {model.name}
      </Text>
      {model.isDefault && (
        <Text as="span" textStyle="caption" color="fg.muted">
          {words.isDefault}
        </Text>
      )}
      <Flex as="span" width="4" color="accent">
        {isChosen && <Check size={16} strokeWidth={1.5} aria-hidden />}
      </Flex>
    </>
  );
}

function matches({ name, id }: AvailableModel, search: string): boolean {
  const text = `${name} ${id}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const Search = chakra('input', inputRecipe);

const Option = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '9',
    px: '2',
    borderRadius: 'control',
    textStyle: 'ui',
    cursor: 'pointer',
    '&[data-active]': { bg: 'bg.hover' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
