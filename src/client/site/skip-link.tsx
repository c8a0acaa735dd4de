import { chakra } from '@chakra-ui/react';
import { topBarWords as words } from '../words/top-bar';

/** The first stop of the keyboard: past the bar. */
export function SkipLink() {
  return <Link href="#content">{words.skip}</Link>;
}

const Link = chakra('a', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    top: '2',
    left: '2',
    px: '4',
    py: '2.5',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'control',
    fontWeight: 'medium',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
});
