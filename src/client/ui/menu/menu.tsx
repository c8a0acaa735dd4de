import { chakra } from '@chakra-ui/react';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { Button, IconButton } from '~/client/ui/form/button';
import { menuTarget } from './menu-keys';

interface MenuProps {
  /** Its name, and the opener's where that shows only an icon. */
  label: string;
  /** What the opener shows: an icon alone, or words with `isText`. */
  opener: ReactNode;
  isText?: boolean;
  /** Stands above the items and is no part of them, such as who is signed in. */
  header?: ReactNode;
  /** MenuItem and MenuSeparator. */
  children: ReactNode;
}

const CloseMenu = createContext<() => void>(() => {});

/** A button that opens a list of actions, by the ARIA pattern: arrows, letters, Escape and Tab do what one expects. */
export function Menu({ label, opener, isText = false, header, children }: MenuProps) {
  const [opened, setOpened] = useState<'first' | 'last'>();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const dismiss = useCallback(() => setOpened(undefined), []);
  useDismiss(box, opened !== undefined, dismiss);

  function close() {
    dismiss();
    button.current?.focus();
  }

  function onOpenerKeyDown(event: KeyboardEvent) {
    if (opened || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  const shared = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined,
    'aria-controls': opened ? id : undefined,
    onClick: () => (opened ? close() : setOpened('first')),
    onKeyDown: onOpenerKeyDown,
  } as const;
  return (
    <chakra.div
      ref={box}
      position="relative"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && opened) close();
      }}
    >
      {isText ? (
        <Button variant="ghost" {...shared}>
          {opener}
        </Button>
      ) : (
        <IconButton label={label} {...shared}>
          {opener}
        </IconButton>
      )}
      {opened && (
        <Card>
          {header && (
            <chakra.div px="2" pt="1" pb="2">
              {header}
            </chakra.div>
          )}
          <CloseMenu value={close}>
            <Items id={id} label={label} start={opened}>
              {children}
            </Items>
          </CloseMenu>
        </Card>
      )}
    </chakra.div>
  );
}

interface ItemsProps {
  id: string;
  label: string;
  start: 'first' | 'last';
  children: ReactNode;
}

function Items({ id, label, start, children }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    items()
      .at(start === 'first' ? 0 : -1)
      ?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLElement);
    const target = menuTarget(event.key, { names: all.map((item) => item.textContent ?? ''), now });
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  }

  return (
    <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

type MenuItemProps = ComponentProps<typeof ItemButton> & {
  /** Keeps the menu while something is being done. */
  staysOpen?: boolean;
};

/** One action; `asChild` around a link makes it a place to go to. */
export function MenuItem({ staysOpen = false, onClick, ...rest }: MenuItemProps) {
  const close = useContext(CloseMenu);
  return (
    <ItemButton
      type="button"
      {...rest}
      role="menuitem"
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
    position: 'absolute',
    zIndex: 'sticky',
    top: 'calc(100% + 0.25rem)',
    insetEnd: '0',
    p: '1.5',
    minWidth: '13rem',
    maxWidth: 'min(20rem, calc(100vw - 1rem))',
    maxHeight: 'calc(100dvh - 5rem)',
    overflowY: 'auto',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});
