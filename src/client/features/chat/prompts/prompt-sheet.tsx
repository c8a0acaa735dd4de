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
  /** The text after the slash. */
  search: string;
  keys: MenuKeys;
  onSearch: (search: string) => void;
  onDismiss: () => void;
}

/** The found prompts on a phone: a bottom sheet, like the other menus, with a search field. */
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
    // A phone's on-screen keyboard would cover the list. With a hardware keyboard, the user continues to type in the
    // field.
    const target = matchMedia('(pointer: fine)').matches ? element?.querySelector('input') : element;
    // Runs after the sheet has entered the top layer.
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
        // A second slash would make it a path.
        onChange={(event) => onSearch(event.target.value.replaceAll('/', ''))}
      />
      <PromptOptions {...options} />
    </chakra.div>
  );
}

const Search = chakra('input', { base: { ...inputRecipe.base, height: '10', mb: '1.5', fontSize: '1rem' } });
