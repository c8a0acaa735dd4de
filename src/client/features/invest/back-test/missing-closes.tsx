import { chakra, Stack, Text } from '@chakra-ui/react';
import { formatCount, formatDay } from '~/client/lib/format';
import { Button } from '~/client/ui/form/button';
import { backTestWords as words } from '~/client/words/back-test';
import { uiWords } from '~/client/words/ui';
import type { readMissingCloses } from '~/shared/missing-closes';

interface MissingClosesProps {
  missing: NonNullable<ReturnType<typeof readMissingCloses>>;
  onRetry: () => void;
  retrying: boolean;
}

/** Why a back-test has no result: a line for each ticker. */
export function MissingCloses({ missing: { named, more }, onRetry, retrying }: MissingClosesProps) {
  const lines = named.map(({ ticker, days, first, last }) =>
    days === 1
      ? words.missingOn(ticker, formatDay(first))
      : words.missingBetween(ticker, formatCount(days), formatDay(first), formatDay(last)),
  );
  if (more > 0) lines.push(words.missingMore(formatCount(more)));
  return (
    <Stack role="alert" align="start" gap="3" p="5">
      <Text textStyle="heading">{words.missingCloses}</Text>
      <chakra.ul listStyleType="disc" paddingInlineStart="5" overflowWrap="anywhere">
        {lines.map((line) => (
          <chakra.li key={line} py="0.5">
            {line}
          </chakra.li>
        ))}
      </chakra.ul>
      <Text color="fg.muted">{words.missingAdvice}</Text>
      <Button onClick={onRetry} pending={retrying} mt="1">
        {uiWords.retry}
      </Button>
    </Stack>
  );
}
