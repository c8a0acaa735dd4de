import { Bell, BellOff } from 'lucide-react';
import { Button, IconButton } from '~/client/ui/form/button';
import { followWords as words } from '~/client/words/follows';
import type { Follows } from './use-follows';

interface FollowToggleProps {
  position: { id: string; name: string };
  follows: Follows;
}

/** Shown beside a name in a table. */
export function FollowIcon({ position: { id, name }, follows }: FollowToggleProps) {
  const isFollowed = follows.isFollowed(id);
  const Icon = isFollowed ? Bell : BellOff;
  return (
    <IconButton
      size="sm"
      label={words.followNamed(name)}
      aria-pressed={isFollowed}
      color={isFollowed ? 'fg.muted' : 'fg.subtle'}
      onClick={() => follows.toggle(id)}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
}

/** Shown on the page of a position. */
export function FollowButton({ position: { id, name }, follows }: FollowToggleProps) {
  const isFollowed = follows.isFollowed(id);
  const Icon = isFollowed ? Bell : BellOff;
  return (
    <Button
      variant="ghost"
      aria-label={words.followNamed(name)}
      aria-pressed={isFollowed}
      onClick={() => follows.toggle(id)}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      {isFollowed ? words.following : words.follow}
    </Button>
  );
}
