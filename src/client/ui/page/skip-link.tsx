import { chakra } from '@chakra-ui/react';
import type { MouseEvent } from 'react';
import { topBarWords as words } from '~/client/words/top-bar';

/** The first thing a keyboard meets: past everything that is on every page. Seen only while it has the focus. */
export function SkipLink() {
  return (
    <Link href="#content" onClick={toMain}>
      {words.skip}
    </Link>
  );
}

/** Without scripts the address does it; with them it stays as it is, and so does the place in the history. */
function toMain(event: MouseEvent) {
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
}

const Link = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'tooltip',
    px: '4',
    py: '2.5',
    bg: 'bg.overlay',
    color: 'fg',
    fontWeight: 'medium',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'control',
    '&:not(:focus)': { transform: 'translateY(calc(-100% - 1rem))' },
  },
});
