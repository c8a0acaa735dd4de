import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { Button, IconButton } from '~/client/ui/form/button';
import { MenuCard } from './menu-card';

export { MenuItem, MenuSeparator } from './menu-card';

interface MenuProps {
  /** Its name, and the opener's where that shows only an icon. */
  label: string;
  /** What the opener shows: an icon alone, or words with `isText`. */
  opener: ReactNode;
  isText?: boolean;
  /** The edge that the list shares with the opener, the right one unless said otherwise. */
  align?: 'left' | 'right';
  /** Of the opener. */
  size?: 'sm' | 'md';
  /** Stands above the items and is no part of them, such as who is signed in. */
  header?: ReactNode;
  /** MenuItem and MenuSeparator. */
  children: ReactNode;
}

/** A button that opens a list of actions. */
export function Menu({ label, opener, isText = false, align, size = 'md', header, children }: MenuProps) {
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
    size,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined,
    'aria-controls': opened ? id : undefined,
    onClick: () => (opened ? close() : setOpened('first')),
    onKeyDown: onOpenerKeyDown,
  } as const;
  return (
    <chakra.div ref={box} position="relative">
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
        <MenuCard id={id} label={label} opener={button} align={align} start={opened} header={header} onClose={close}>
          {children}
        </MenuCard>
      )}
    </chakra.div>
  );
}
