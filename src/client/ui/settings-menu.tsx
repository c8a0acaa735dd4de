import { chakra, Text } from '@chakra-ui/react';
import { Settings } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { topBarWords as words } from '../words/top-bar';
import { IconButton } from './button';
import { PageLink } from './page-link';
import { Spinner } from './spinner';

interface SettingsMenuProps {
  email: string;
  onSignOut: () => void;
  isSigningOut: boolean;
}

/** Who is signed in, the way to the settings and the way out. Opening, Escape and clicks beside it are the browser's. */
export function SettingsMenu({ email, onSignOut, isSigningOut }: SettingsMenuProps) {
  const id = `settings${useId()}`;
  const [isOpen, setIsOpen] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const items = () => [...(card.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Tab') card.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return (
    <>
      <IconButton label={words.account} popoverTarget={id} aria-haspopup="menu" aria-expanded={isOpen}>
        <Settings size={18} strokeWidth={1.5} />
      </IconButton>
      <Card
        ref={card}
        id={id}
        popover="auto"
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          const opens = event.newState === 'open';
          setIsOpen(opens);
          if (opens) items()[0]?.focus();
        }}
      >
        <Text textStyle="caption" color="fg.subtle" px="3" pt="1.5">
          {words.signedInAs}
        </Text>
        <Text truncate title={email} px="3" pb="2">
          {email}
        </Text>
        <div role="menu" aria-label={words.account}>
          <Item asChild>
            <PageLink href="/settings" role="menuitem" tabIndex={-1} onClick={() => card.current?.hidePopover()}>
              {words.settings}
            </PageLink>
          </Item>
          <Item asChild>
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={isSigningOut || undefined}
              onClick={() => {
                if (!isSigningOut) onSignOut();
              }}
            >
              {isSigningOut && <Spinner size="4" label={null} />}
              {words.signOut}
            </button>
          </Item>
        </div>
      </Card>
    </>
  );
}

const Card = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    top: '14',
    // Under its button: the bar's right edge on a narrow window, the page's on a wide one.
    right: 'max(0.75rem, calc((100vw - {sizes.page}) / 2 + 1rem))',
    m: '0',
    p: '1.5',
    width: '15rem',
    maxWidth: 'calc(100vw - 1.5rem)',
    bg: 'bg.overlay',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    boxShadow: 'overlay',
    '&:popover-open': { animation: 'rise 120ms ease-out' },
  },
});

const Item = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: 'full',
    minHeight: 'touch',
    px: '3',
    borderRadius: 'control',
    textAlign: 'start',
    _hover: { bg: 'bg.hover' },
    _focusVisible: { outlineOffset: '-2px', bg: 'bg.hover' },
  },
});
