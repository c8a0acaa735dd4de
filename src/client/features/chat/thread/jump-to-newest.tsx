import { chakra } from '@chakra-ui/react';
import { ArrowDown } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { threadWords as words } from '~/client/words/thread';

/** A button over a soft fade, which shows that there is more text below. */
export function JumpToNewest({ onJump }: { onJump: () => void }) {
  return (
    <chakra.div
      data-screen-only
      position="absolute"
      bottom="0"
      insetInline="0"
      height="11"
      alignItems="flex-end"
      pb="3"
      bgImage="linear-gradient(to top, {colors.bg}, transparent)"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      <Button
        size="sm"
        bg="bg.overlay"
        borderRadius="full"
        boxShadow="overlay"
        pointerEvents="auto"
        animation="rise 160ms ease-out"
        onClick={onJump}
      >
        <ArrowDown size={14} strokeWidth={1.5} />
        {words.jumpToNewest}
      </Button>
    </chakra.div>
  );
}
