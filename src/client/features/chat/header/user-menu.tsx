import { chakra, Text } from '@chakra-ui/react';
import { CircleUserRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { useSignOut } from '~/client/lib/session';
import { trpc } from '~/client/lib/trpc';
import { Button, IconButton } from '~/client/ui/button';
import { toast } from '~/client/ui/toast';

/** Who is signed in, and the way out. */
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
        label="Account"
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
    onError: (cause) => toast({ kind: 'error', title: 'Logout failed', description: errorMessage(cause) }),
  });
  return (
    <Card>
      <Text textStyle="caption" color="fg.subtle">
        Signed in as
      </Text>
      <Text truncate mb="3" title={user?.email}>
        {user?.email}
      </Text>
      <div id={id} role="menu" aria-label="Account">
        <Button
          role="menuitem"
          autoFocus
          size="sm"
          width="full"
          pending={signOut.isPending || signOut.isSuccess}
          onClick={() => signOut.mutate()}
        >
          Sign Out
        </Button>
      </div>
    </Card>
  );
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
