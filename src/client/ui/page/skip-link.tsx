import { chakra } from '@chakra-ui/react';
import type { MouseEvent } from 'react';
import { topBarWords as words } from '~/client/words/top-bar';

/** The first tab stop, which skips the content that every page has. Visible only while focused. */
export function SkipLink() {
  return (
    <Link href="#content" onClick={toMain}>
      {words.skip}
    </Link>
  );
}

/** Moves the focus without changing the URL or history. Without scripts, the link's fragment does it. */
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
