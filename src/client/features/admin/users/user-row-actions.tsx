import { HStack } from '@chakra-ui/react';
import { KeyRound, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Button, IconButton } from '~/client/ui/form/button';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';

export interface UserRowActionsProps {
  user: UserRow;
  /** Administrators can't act on their own account. */
  ownId: string | undefined;
  /** While one request is pending, no other account can be locked or unlocked. */
  isLocking: boolean;
  onLock: (user: UserRow) => void;
  onRole: (user: UserRow) => void;
  onResetSecondFactor: (user: UserRow) => void;
  onDelete: (user: UserRow) => void;
}

/** Memoized, because there can be thousands of rows. */
export const UserRowActions = memo(function UserRowActions(props: UserRowActionsProps) {
  const { user, ownId, isLocking, onLock, onRole, onResetSecondFactor, onDelete } = props;
  const isOwn = user.id === ownId;
  const pressed = useRef<HTMLButtonElement>(null);
  // A button loses the focus while it is disabled during its request, so the focus is restored afterwards.
  useEffect(() => {
    if (isLocking || !pressed.current) return;
    if (document.activeElement === document.body) pressed.current.focus();
    pressed.current = null;
  }, [isLocking]);
  const Shield = user.isAdmin ? ShieldMinus : ShieldPlus;
  return (
    <HStack justify="flex-end" gap="1">
      <Button
        size="sm"
        minWidth="20"
        disabled={isOwn || isLocking}
        onClick={(event) => {
          pressed.current = event.currentTarget;
          onLock(user);
        }}
      >
        {user.isLocked ? words.unlock : words.lock}
      </Button>
      <IconButton
        size="sm"
        label={user.isAdmin ? words.demote(user.email) : words.promote(user.email)}
        disabled={isOwn}
        onClick={() => onRole(user)}
      >
        <Shield size={16} strokeWidth={1.5} />
      </IconButton>
      {user.hasSecondFactor && (
        <IconButton
          size="sm"
          label={words.resetSecondFactorOf(user.email)}
          disabled={isOwn}
          onClick={() => onResetSecondFactor(user)}
        >
          <KeyRound size={16} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton size="sm" label={words.deleteOf(user.email)} disabled={isOwn} onClick={() => onDelete(user)}>
        <Trash2 size={16} strokeWidth={1.5} />
      </IconButton>
    </HStack>
  );
});
