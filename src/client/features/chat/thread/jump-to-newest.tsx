import { chakra } from '@chakra-ui/react';
import { ArrowDown } from 'lucide-react';
import { Button } from '~/client/ui/form/button';
import { threadWords as words } from '~/client/words/thread';

export function JumpToNewest({ onJump }: { onJump: () => void }) {
  return (
    <chakra.div
      data-screen-only
      position="absolute"
      bottom="3"
      insetInline="0"
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
