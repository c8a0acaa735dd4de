import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { setupWords as words } from '~/client/words/setup';

export function SetupComplete({ result }: { result: { positionsCreated: boolean } }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button was removed, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), []);
  const facts: string[][] = [[words.adminStatus, words.adminActive]];
  if (result.positionsCreated) facts.push([words.positions, words.positionsCreated]);
  return (
    <Stack gap="4">
      <Flex gap="2" align="center">
        <chakra.span color="accent" aria-hidden>
          <CircleCheck size={20} strokeWidth={1.5} />
        </chakra.span>
        <chakra.h2 ref={heading} tabIndex={-1} textStyle="heading" outline="none">
          {words.complete}
        </chakra.h2>
      </Flex>
      <ul>
        {facts.map(([name, value]) => (
          <chakra.li key={name} listStyleType="none" py="1" color="fg.muted">
            {name}: <chakra.span color="fg">{value}</chakra.span>
          </chakra.li>
        ))}
      </ul>
      <Text textStyle="caption" color="fg.subtle">
        {words.onward}
      </Text>
    </Stack>
  );
}
