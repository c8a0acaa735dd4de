import { chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { receiptWords as words } from '~/client/words/receipt';
import type { GainStep } from '~/shared/schemas/gain';

/** The calculation step by step, so that each line can be checked with a calculator. */
export function GainSteps({ steps, title = words.steps }: { steps: readonly GainStep[]; title?: string }) {
  if (steps.length === 0) return null;
  return (
    <Stack gap="2">
      <Text as="h3" textStyle="caption" color="fg.muted">
        {title}
      </Text>
      <chakra.ol listStyleType="none" borderWidth="1px" borderRadius="card" px="4" data-numeric="">
        {steps.map(({ label, sum, result }) => (
          <chakra.li key={label} py="3" css={{ '&:not(:last-of-type)': { borderBottomWidth: '1px' } }}>
            <Text textStyle="caption" color="fg.muted">
              {label}
            </Text>
            <HStack justify="space-between" align="baseline" columnGap="4" rowGap="0" flexWrap="wrap">
              <Text overflowWrap="anywhere">{sum}</Text>
              <Text fontWeight="medium" ml="auto" overflowWrap="anywhere">
                {result.startsWith('≈') ? result : `= ${result}`}
              </Text>
            </HStack>
          </chakra.li>
        ))}
      </chakra.ol>
    </Stack>
  );
}
