import { chakra, Flex, Text } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { attachedFilesWords as words } from '~/client/words/attached-files';

/** Shown while files are dragged over the page. */
export function FileDropOverlay() {
  return (
    <Flex
      position="fixed"
      inset="0"
      zIndex="toast"
      align="center"
      justify="center"
      p="6"
      bg="bg.scrim"
      backdropFilter="blur(3px)"
      pointerEvents="none"
      animation="appear 120ms ease-out"
    >
      <Flex
        direction="column"
        align="center"
        gap="2"
        px="10"
        py="8"
        bg="bg.overlay"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor="accent"
        borderRadius="card"
      >
        <chakra.span color="accent" aria-hidden>
          <Upload size={24} strokeWidth={1.5} />
        </chakra.span>
        <Text textStyle="heading">{words.drop}</Text>
        <Text textStyle="caption" color="fg.muted">
          {words.dropKinds}
        </Text>
      </Flex>
    </Flex>
  );
}
