import { Text } from '@chakra-ui/react';
import { diagramWords as words } from '~/client/words/diagram';
import { longestDiagram } from './diagram-limits';

/** Shown instead of a diagram whose code is truncated. */
export function TooLongDiagram() {
  return (
    <Text data-screen-only mt="2" textStyle="caption" color="fg.muted">
      {words.notDrawn(words.tooLong(longestDiagram))}
    </Text>
  );
}
