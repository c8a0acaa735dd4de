import { chakra, Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { CircleUserRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { Button, IconButton } from '~/client/ui/button';
import { toast } from '~/client/ui/toast';
import { userMenuWords as words } from '~/client/words/user-menu';

/** Who is signed in, the way to their settings, and the way out. */
export function UserMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    // The focus that leaves closes it too, be it by pointer or by Tab.
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    opener.current?.focus();
  }

  return (
    <chakra.div ref={box} position="relative" onKeyDown={onKeyDown}>
      <IconButton
        ref={opener}
        label={words.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CircleUserRound size={18} strokeWidth={1.5} />
      </IconButton>
      {isOpen && <Account id={id} />}
    </chakra.div>
  );
}

function Account({ id }: { id: string }) {
  const { data: user } = trpc.auth.user.useQuery();
  const signOut = useSignOut({
    onError: (cause) => toast({ kind: 'error', title: words.signOutFailed, description: errorMessage(cause) }),
  });
  return (
    <Card>
      <Text textStyle="caption" color="fg.subtle">
        {words.signedInAs}
      </Text>
      <Text truncate mb="3" title={user?.email}>
        {user?.email}
      </Text>
      <Stack id={id} role="menu" aria-label={words.account} gap="1" onKeyDown={moveByArrows}>
        <Button asChild size="sm" variant="ghost" width="full" justifyContent="start">
          <Link to="/settings" role="menuitem" autoFocus>
            {words.settings}
          </Link>
        </Button>
        <Button
          role="menuitem"
          size="sm"
          variant="ghost"
          width="full"
          justifyContent="start"
          pending={signOut.isPending || signOut.isSuccess}
          onClick={() => signOut.mutate()}
        >
          {words.signOut}
        </Button>
      </Stack>
    </Card>
  );
}

/** Up and down go round the entries, Home and End to the outer ones, as in any menu. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const now = entries.indexOf(document.activeElement as HTMLElement);
  const last = entries.length - 1;
  const target = {
    ArrowDown: now === last ? 0 : now + 1,
    ArrowUp: now <= 0 ? last : now - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  entries[target]?.focus();
}

const Card = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'sticky',
    top: 'calc(100% + 0.25rem)',
    right: '0',
    p: '3',
    minWidth: '14rem',
    maxWidth: 'calc(100vw - 1rem)',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});
