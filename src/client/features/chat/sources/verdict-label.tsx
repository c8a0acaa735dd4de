import { Flex } from '@chakra-ui/react';
import { verdictWords as words } from '~/client/words/verdicts';
import type { Verdict } from '~/shared/schemas/messages';
import { VerdictIcon, verdictColor } from './verdict-icon';

/** What a check found, by icon, color and text. */
export function VerdictLabel({ verdict }: { verdict: Verdict }) {
  return (
    <Flex as="span" align="center" gap="1.5" textStyle="caption" fontWeight="medium" color={verdictColor(verdict)}>
      <VerdictIcon verdict={verdict} size={13} />
      {words.verdicts[verdict]}
    </Flex>
  );
}
