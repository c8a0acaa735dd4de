import { Flex } from '@chakra-ui/react';
import type { Verdict } from '~/shared/schemas/citations';
import { verdictName } from '~/shared/verdict-words';
import { VerdictIcon, verdictColor } from './verdict-icon';

interface VerdictLabelProps {
  verdict: Verdict;
  source: 'page' | 'file';
}

/** The result of a check, with icon, color and text. */
export function VerdictLabel({ verdict, source }: VerdictLabelProps) {
  return (
    <Flex as="span" align="center" gap="1.5" textStyle="caption" fontWeight="medium" color={verdictColor(verdict)}>
      <VerdictIcon verdict={verdict} size={13} />
      {verdictName(verdict, source)}
    </Flex>
  );
}
