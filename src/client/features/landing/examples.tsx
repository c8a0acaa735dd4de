/** Small samples of the product in the offering cards. Links of the real product are static here. */
import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { formatCount } from '~/client/lib/format';
import { Chip } from '~/client/ui/content/chip';
import { landingExampleWords as words } from '~/client/words/landing-examples';
import { formatPrice, gainsPercent, parsePrice } from '~/shared/money';

const entry = parsePrice('142.65') ?? 1n;
const price = parsePrice('171.18') ?? 1n;

/** The calculation of a gain, using the same function as the rest of the product. */
export function GainExample() {
  return (
    <Flex wrap="wrap" align="baseline" columnGap="3" rowGap="1" data-numeric aria-hidden color="fg.subtle">
      <span>
        ({formatPrice(price)} − {formatPrice(entry)}) / {formatPrice(entry)}
      </span>
      <chakra.span whiteSpace="nowrap">
        ={' '}
        <Text as="span" textStyle="title" color="gain" ml="1">
          +{gainsPercent(entry, price)}%
        </Text>
      </chakra.span>
    </Flex>
  );
}

export function OpenSources() {
  return (
    <Flex gap="1.5" wrap="wrap" aria-hidden>
      {words.sources.map((source, index) => (
        <Chip key={source}>
          <chakra.span color="accent" fontWeight="semibold">
            {index + 1}
          </chakra.span>
          {source}
        </Chip>
      ))}
    </Flex>
  );
}

export function SurveyReach() {
  return (
    <Stack gap="0" aria-hidden data-numeric>
      <Text textStyle="title">{formatCount(words.reach)}</Text>
      <Text textStyle="caption" color="fg.subtle">
        {words.reachLabel}
      </Text>
    </Stack>
  );
}
