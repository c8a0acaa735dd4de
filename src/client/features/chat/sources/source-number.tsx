import { chakra } from '@chakra-ui/react';
import { sourcesWords as words } from '~/client/words/sources';
import { useAnswerSources } from './answer-sources';

/** A source's number in the text of an answer: as small as a footnote, as easy to hit as a button. */
export function SourceNumber({ number }: { number: number }) {
  const { sources, open } = useAnswerSources();
  const source = sources.find((known) => known.number === number);
  if (!source) return null;
  const { title, site } = source;
  return (
    <Mark
      type="button"
      aria-label={words.source(number, title)}
      data-tooltip={site === title ? title : `${title} · ${site}`}
      onClick={() => open(number)}
    >
      {number}
    </Mark>
  );
}

const Mark = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
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
