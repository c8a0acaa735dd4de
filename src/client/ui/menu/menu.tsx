import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useDismiss } from '~/client/hooks/use-dismiss';
import { Button, IconButton } from '~/client/ui/form/button';
import { MenuCard } from './menu-card';

export { MenuItem, MenuSeparator } from './menu-card';

interface MenuProps {
  /** Accessible name of the menu, and of an opener that shows only an icon. */
  label: string;
  /** The opener's content: an icon, or text with `isText`. */
  opener: ReactNode;
  isText?: boolean;
  /** The edge to align with the opener. Default: right. */
  align?: 'left' | 'right';
  /** Size of the opener. */
  size?: 'sm' | 'md';
  /** Shown above the items, such as the signed-in user. */
  header?: ReactNode;
  /** MenuItem and MenuSeparator. */
  children: ReactNode;
}

/** A button that opens a menu. */
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
