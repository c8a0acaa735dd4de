import { ArrowRight } from 'lucide-react';
import { Button } from '../ui/button';
import { mainButtonWords as words } from '../words/main-button';
import { prefetchApp } from './prefetch-app';
import { useSiteSession } from './session';

/** The way in: to the chat for who is signed in, to the sign-in screen for everybody else. */
export function MainButton() {
  const { state } = useSiteSession();
  const isLoading = state === 'loading';
  return (
    <Button
      variant="primary"
      size="lg"
      // As wide with one text as with the other, so that nothing beside it moves.
      width={{ base: 'full', sm: '20rem' }}
      disabled={isLoading}
      onPointerEnter={prefetchApp}
      onFocus={prefetchApp}
      onClick={() => window.location.assign(state === 'in' ? '/qchat' : '/auth')}
    >
      {isLoading ? words.loading : state === 'in' ? words.open : words.start}
      {!isLoading && <ArrowRight size={18} strokeWidth={1.75} aria-hidden />}
    </Button>
  );
}
