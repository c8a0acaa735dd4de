import { Box, chakra } from '@chakra-ui/react';
import { PencilLine } from 'lucide-react';
import { correctionWords } from '~/client/words/corrections';
import type { AnswerCorrection } from '~/shared/schemas/answer-figures';
import { ExpandableDetails } from './expandable-details';

const Mark = chakra('mark', { base: { bg: 'accent.subtle', color: 'fg' } });

/** The original text that the correction replaced, with its figures marked. */
export function CorrectionNote({ correction }: { correction: AnswerCorrection }) {
  const { firstText, figures, corrected } = correction;
  return (
    <ExpandableDetails icon={PencilLine} title={correctionWords.figuresCorrected(corrected)}>
      <Box color="fg.muted">{correctionWords.firstText}</Box>
      {figures.map(({ start, text }, index) => (
        <span key={start}>
          {firstText.slice(figures[index - 1]?.end ?? 0, start)}
          <Mark>{text}</Mark>
        </span>
      ))}
      {firstText.slice(figures.at(-1)?.end ?? 0)}
    </ExpandableDetails>
  );
}
