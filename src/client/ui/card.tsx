import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

/** A raised surface with a hairline: the ground of everything that belongs together. */
export const Card = chakra('div', {
  base: { bg: 'bg.raised', borderWidth: '1px', borderRadius: 'card', p: { base: '4', md: '5' } },
});

interface SectionProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own, which names it for assistive technology too. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="4">
      <Flex justify="space-between" align="flex-end" gap="4" wrap="wrap">
        <Stack gap="1" minWidth="0">
          <Text as="h2" id={id} textStyle="heading">
            {title}
          </Text>
          {description && (
            <Text color="fg.muted" maxWidth="prose">
              {description}
            </Text>
          )}
        </Stack>
        {actions && (
          <Flex gap="2" wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Stack>
  );
}
