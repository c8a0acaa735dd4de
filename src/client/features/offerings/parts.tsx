import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PartProps {
  id: string;
  title: string;
  children: ReactNode;
}

export function Part({ id, title, children }: PartProps) {
  return (
    <Stack as="section" aria-labelledby={id} gap="6" mt={{ base: '14', md: '20' }}>
      <Text as="h2" id={id} textStyle="title">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

interface Titled {
  title: string;
  text: string;
}

/** The steps of a process, in order. */
export function Steps({ steps }: { steps: readonly Titled[] }) {
  return (
    <Grid as="ol" listStyleType="none" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="3">
      {steps.map(({ title, text }, index) => (
        <Panel as="li" key={title}>
          <Text textStyle="caption" color="accent" fontWeight="semibold">
            {index + 1}
          </Text>
          <Text as="h3" textStyle="heading">
            {title}
          </Text>
          <Text color="fg.muted" textWrap="pretty">
            {text}
          </Text>
        </Panel>
      ))}
    </Grid>
  );
}

/** Unordered items side by side, separated by lines instead of boxes. */
export function Points({ points }: { points: readonly Titled[] }) {
  const columns = points.length % 2 === 0 ? 2 : 3;
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{ base: '1fr', md: `repeat(${columns}, 1fr)` }}
      columnGap="8"
      rowGap="6"
    >
      {points.map(({ title, text }) => (
        <Stack as="li" key={title} gap="2" borderTopWidth="1px" borderColor="border.strong" pt="4">
          <Text as="h3" textStyle="heading">
            {title}
          </Text>
          <Text color="fg.muted" textWrap="pretty">
            {text}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}

/** The end of an offering's page: one sentence and its call to action. */
export function Closing({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Panel
      mt={{ base: '12', md: '16' }}
      flexDirection={{ base: 'column', md: 'row' }}
      alignItems={{ md: 'center' }}
      justifyContent="space-between"
      gap="4"
    >
      <Text textStyle="body">{text}</Text>
      {children}
    </Panel>
  );
}

export const Panel = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    p: { base: '5', md: '6' },
    bg: 'bg.raised',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'card',
  },
});
