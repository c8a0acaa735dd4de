import { chakra } from '@chakra-ui/react';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { interfaceLimits } from '~/shared/interface-limits';
import { menuTarget } from './menu-keys';
import { placeCard } from './place-card';

export interface MenuCardProps {
  id?: string;
  /** Accessible name. */
  label: string;
  /** The element to position the card at, independent of scroll containers. On phones the menu is a bottom sheet. */
  opener: RefObject<HTMLElement | null>;
  /** The edge to align with the opener. */
  align?: 'left' | 'right' | undefined;
  /** The item to focus first. */
  start?: 'first' | 'last';
  /** Shown above the items, such as the signed-in user. */
  header?: ReactNode;
  onClose: () => void;
  /** MenuItem and MenuSeparator. */
  children: ReactNode;
}

const MenuSheet = lazyPart(() => import('./menu-sheet'));

const CloseMenu = createContext<() => void>(() => {});

/** An open menu by the ARIA pattern, with arrow keys, type-ahead and Escape. On phones it is a sheet. */
export function MenuCard({ opener, align, header, ...list }: MenuCardProps) {
  // Fixed while open, even if the phone is rotated. A hook for the width would add another file to each page.
  const [isWide] = useState(() => matchMedia(`(min-width: ${interfaceLimits.wideScreenPixels}px)`).matches);
  return isWide ? (
    <FloatingCard opener={opener} align={align} header={header}>
      <MenuList {...list} />
    </FloatingCard>
  ) : (
    <Suspense>
      <MenuSheet header={header} onClose={list.onClose}>
        <MenuList {...list} />
      </MenuSheet>
    </Suspense>
  );
}

function MenuList({
  id,
  label,
  start = 'first',
  onClose,
  children,
}: Omit<MenuCardProps, 'opener' | 'align' | 'header'>) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    items()
      .at(start === 'first' ? 0 : -1)
      ?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      // Keeps a surrounding drawer open.
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const all = items();
    // A cast, because indexOf only compares: -1 for another element or none.
    const now = all.indexOf(document.activeElement as HTMLElement);
    const target = menuTarget(event.key, { names: all.map((item) => item.textContent ?? ''), now });
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  }

  return (
    <CloseMenu value={onClose}>
      <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </div>
    </CloseMenu>
  );
}

function FloatingCard({ opener, align, header, children }: Omit<MenuCardProps, 'id' | 'label' | 'start' | 'onClose'>) {
  const card = useRef<HTMLDivElement>(null);
  useFloating(card, opener, align);
  return (
    <Card ref={card} popover="manual">
      {header && (
        <chakra.div px="2" pt="1" pb="2">
          {header}
        </chakra.div>
      )}
      {children}
    </Card>
  );
}

/** Keeps the card beside its opener, in the browser's top layer. */
function useFloating(
  card: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  align: MenuCardProps['align'],
): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = () => {
      if (!opener.current) return;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const view = { width: innerWidth, height: innerHeight };
      const { top, left } = placeCard(opener.current.getBoundingClientRect(), size, view, align);
      element.style.top = `${top}px`;
      element.style.left = `${left}px`;
    };
    element.showPopover();
    place();
    const stop = new AbortController();
    window.addEventListener('scroll', place, { capture: true, passive: true, signal: stop.signal });
    window.addEventListener('resize', place, { signal: stop.signal });
    return () => stop.abort();
  }, [card, opener, align]);
}

type MenuItemProps = ComponentProps<typeof ItemButton> & {
  /** Keeps the menu open while an action is running. */
  staysOpen?: boolean;
  /** For a radio item: whether it is selected. */
  isChosen?: boolean;
  /** For a checkbox item: whether it is on. */
  isOn?: boolean;
};

/** A menu action. Use `asChild` around a link for navigation. */
export function MenuItem({ staysOpen = false, isChosen, isOn, onClick, ...rest }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const role = isOn !== undefined ? 'menuitemcheckbox' : isChosen !== undefined ? 'menuitemradio' : 'menuitem';
  return (
    <ItemButton
      type="button"
      {...rest}
      role={role}
      aria-checked={isOn ?? isChosen}
      tabIndex={-1}
      onClick={(event) => {
        onClick?.(event);
        if (!staysOpen) close();
      }}
    />
  );
}

export const MenuSeparator = chakra('hr', { base: { my: '1', borderColor: 'border' } });

const ItemButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    minHeight: '9',
    px: '2',
    borderRadius: 'control',
    textAlign: 'start',
    textStyle: 'ui',
    color: 'fg',
    _hover: { bg: 'bg.hover' },
    _focusVisible: { bg: 'bg.hover', outlineOffset: '-2px' },
    '& svg': { flexShrink: 0, color: 'fg.muted' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});

const Card = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: '0',
    p: '1.5',
    minWidth: '13rem',
    maxWidth: 'min(20rem, calc(100vw - 1rem))',
    maxHeight: 'calc(100dvh - 1rem)',
    overflowY: 'auto',
    color: 'fg',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});
