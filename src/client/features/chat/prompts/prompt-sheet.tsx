import { chakra } from '@chakra-ui/react';
import { type RefObject, Suspense, useCallback, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { inputRecipe } from '~/client/ui/form/field';
import { promptWords as words } from '~/client/words/prompts';
import { PromptOptions, type PromptOptionsProps } from './prompt-options';
import { type MenuKeys, useMenuKeys } from './use-menu-keys';

const MenuSheet = lazyPart(() => import('~/client/ui/menu/menu-sheet'));

interface PromptSheetProps extends PromptOptionsProps {
  card: RefObject<HTMLDivElement | null>;
  /** What is typed after the slash. */
  search: string;
  keys: MenuKeys;
  onSearch: (search: string) => void;
  onDismiss: () => void;
}

/** The found prompts of a phone: a sheet at the bottom, like the other menus, with a field to narrow them. */
export function PromptSheet({ card, onDismiss, ...content }: PromptSheetProps) {
  return (
    <div ref={card}>
      <Suspense>
        <MenuSheet header={null} onClose={onDismiss}>
          <Content {...content} />
        </MenuSheet>
      </Suspense>
    </div>
  );
}

function Content({ search, keys, onSearch, ...options }: Omit<PromptSheetProps, 'card' | 'onDismiss'>) {
  const box = useRef<HTMLDivElement | null>(null);
  const takeFocus = useCallback((element: HTMLDivElement | null) => {
    box.current = element;
    // The keyboard of a phone would cover the list. With another one, the rest of a name is typed into the field.
    const target = matchMedia('(pointer: fine)').matches ? element?.querySelector('input') : element;
    // After the sheet has come into the top layer.
    if (target) queueMicrotask(() => target.focus());
  }, []);
  useMenuKeys(box, keys);
  const { id, prompts, active } = options;
  return (
    <chakra.div ref={takeFocus} role="dialog" aria-label={words.menu} tabIndex={-1} outline="none" px="1" pt="1">
      <Search
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={prompts.length > 0 ? `${id}-${active}` : undefined}
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={search}
        // With another slash it would be a path.
        onChange={(event) => onSearch(event.target.value.replaceAll('/', ''))}
      />
      <PromptOptions {...options} />
    </chakra.div>
  );
}

const Search = chakra('input', { base: { ...inputRecipe.base, height: '10', mb: '1.5', fontSize: '1rem' } });
