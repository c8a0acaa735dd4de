import { chakra, Flex, Text } from '@chakra-ui/react';
import { ComponentExample } from './component-example';

const styles = ['display', 'title', 'heading', 'body', 'ui', 'caption'] as const;
const inks = ['fg', 'fg.muted', 'fg.subtle', 'accent', 'gain', 'loss', 'danger'] as const;
const grounds = ['bg', 'bg.raised', 'bg.overlay', 'bg.hover', 'bg.selected', 'accent.subtle', 'danger.subtle'] as const;

export function Foundations() {
  return (
    <>
      <ComponentExample name="Six sizes" column>
        {styles.map((style) => (
          <Text key={style} textStyle={style}>
            {style} +12,345.67 %
          </Text>
        ))}
      </ComponentExample>
      <ComponentExample name="Inks">
        {inks.map((ink) => (
          <Text key={ink} color={ink}>
            {ink}
          </Text>
        ))}
      </ComponentExample>
      <ComponentExample name="Grounds">
        {grounds.map((ground) => (
          <Flex key={ground} direction="column" gap="1" textStyle="caption" color="fg.muted">
            <chakra.span width="16" height="8" bg={ground} borderWidth="1px" borderRadius="control" />
            {ground}
          </Flex>
        ))}
      </ComponentExample>
    </>
  );
}
