import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { atBase } from '~/client/lib/base-path';
import { trpc } from '~/client/lib/trpc';
import { destinations } from './shortcuts';

/** The time limit for the second key after G. */
const maxWaitMs = 1500;

/**
 * G followed by another key opens a section. `isIgnored`: single keys are disabled, or the event belongs to something
 * else.
 */
export function useGoToKeys(isIgnored: (event: KeyboardEvent) => boolean): void {
  const { history } = useRouter();
  const { data: user } = trpc.auth.user.useQuery();
  useEffect(() => {
    if (!user) return;
    let until = 0;
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || isIgnored(event)) return;
      const key = event.key.toLowerCase();
      const isSecond = event.timeStamp < until;
      until = !isSecond && key === 'g' ? event.timeStamp + maxWaitMs : 0;
      const destination = isSecond && destinations.find((candidate) => candidate.key === key);
      if (!destination) return;
      // Otherwise S would also stop the answer.
      event.preventDefault();
      event.stopImmediatePropagation();
      history.push(atBase(destination.path(user)));
    };
    // Captures the key before the single-key shortcuts.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [user, history, isIgnored]);
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
