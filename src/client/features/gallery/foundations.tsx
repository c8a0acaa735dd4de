import { chakra, Flex, Text } from '@chakra-ui/react';
import { Specimen } from './specimen';

const styles = ['display', 'title', 'heading', 'body', 'ui', 'caption'] as const;
const inks = ['fg', 'fg.muted', 'fg.subtle', 'accent', 'gain', 'loss', 'danger'] as const;
const grounds = ['bg', 'bg.raised', 'bg.overlay', 'bg.hover', 'bg.selected', 'accent.subtle', 'danger.subtle'] as const;

export function Foundations() {
  return (
    <>
      <Specimen name="Six sizes" column>
        {styles.map((style) => (
          <Text key={style} textStyle={style}>
            {style} +12,345.67 %
          </Text>
        ))}
      </Specimen>
      <Specimen name="Inks">
        {inks.map((ink) => (
          <Text key={ink} color={ink}>
            {ink}
          </Text>
        ))}
      </Specimen>
      <Specimen name="Grounds">
        {grounds.map((ground) => (
          <Flex key={ground} direction="column" gap="1" textStyle="caption" color="fg.muted">
            <chakra.span width="16" height="8" bg={ground} borderWidth="1px" borderRadius="control" />
            {ground}
          </Flex>
        ))}
      </Specimen>
    </>
  );
}
