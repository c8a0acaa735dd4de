import { chakra } from '@chakra-ui/react';
import { sourcesWords as words } from '~/client/words/sources';
import type { Verdict } from '~/shared/schemas/messages';
import { useAnswerSources } from './answer-sources';
import { VerdictIcon } from './verdict-icon';

interface SourceNumberProps {
  number: number;
  /** What the check found at this place. */
  verdict?: Verdict;
}

/**
 * A source's number in the text of an answer: as small as a footnote, as easy to hit as a button. A quotation that does
 * not hold says so in place.
 */
export function SourceNumber({ number, verdict }: SourceNumberProps) {
  const { sources, open } = useAnswerSources();
  const source = sources.find((known) => known.number === number);
  const said = verdict && words.verdicts[verdict];
  if (!source && verdict !== 'absent') return null;
  const name = source ? words.source(number, source.title) : words.verdicts.absent;
  const place = source && source.site !== source.title ? `${source.title} · ${source.site}` : source?.title;
  const isWarning = verdict === 'differs' || verdict === 'absent';
  return (
    <Mark
      type="button"
      aria-label={source && said ? `${name}. ${said}` : name}
      data-tooltip={[said, place].filter(Boolean).join(' · ')}
      onClick={() => open(number)}
      {...(isWarning && { color: 'danger', bg: 'danger.subtle', _hover: { bg: 'danger', color: 'danger.fg' } })}
    >
      {source && number}
      {verdict && <VerdictIcon verdict={verdict} size={11} />}
      {isWarning && said}
    </Mark>
  );
}

const Mark = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    gap: '0.5',
    minWidth: '4.5',
    height: '4.5',
    px: '1',
    mx: '0.5',
    verticalAlign: '0.2em',
    fontSize: '0.6875rem',
    lineHeight: '1',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    color: 'accent',
    bg: 'accent.subtle',
    borderRadius: 'tight',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'accent', color: 'accent.fg' },
    // Larger for a finger than for the eye.
    _after: { content: '""', position: 'absolute', inset: '-0.5rem -0.25rem' },
  },
});
