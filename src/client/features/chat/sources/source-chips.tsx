import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { sourceNumberWords } from '~/client/words/source-numbers';
import { sourcesWords as words } from '~/client/words/sources';
import { verdictName } from '~/shared/verdict-words';
import { useAnswerSources } from './answer-sources';
import { PrintedSources } from './printed-sources';

const shownAtFirst = 6;

/** The numbered sources below an answer. */
export function SourceChips() {
  const { sources, open } = useAnswerSources();
  const [isWhole, setIsWhole] = useState(false);
  if (sources.length === 0) return null;
  const visible = isWhole ? sources : sources.slice(0, shownAtFirst);
  const hidden = sources.length - visible.length;
  return (
    <>
      <Flex as="ul" data-screen-only aria-label={words.sources} listStyleType="none" gap="1.5" wrap="wrap">
        {visible.map(({ number, title, site, file, url, verdict }) => (
          <chakra.li key={number} minWidth="0" maxWidth="full">
            <SourceChip
              type="button"
              aria-label={[
                sourceNumberWords.source(number, title),
                verdict && verdictName(verdict, url ? 'page' : 'file'),
              ]
                .filter(Boolean)
                .join('. ')}
              data-tooltip={title}
              onClick={() => open(number)}
            >
              <chakra.span color="accent" fontWeight="semibold">
                {number}
              </chakra.span>
              <chakra.span truncate maxWidth="14rem">
                {site}
              </chakra.span>
              {/* The page number distinguishes sources and must not be truncated. */}
              {file?.page !== undefined && <span>{words.shortPage(file.page)}</span>}
              {verdict && <VerdictLabel verdict={verdict} source={url ? 'page' : 'file'} />}
            </SourceChip>
          </chakra.li>
        ))}
        {hidden > 0 && (
          <li>
            <SourceChip type="button" onClick={() => setIsWhole(true)}>
              {words.more(hidden)}
            </SourceChip>
          </li>
        )}
      </Flex>
      <PrintedSources sources={sources} />
    </>
  );
}

const SourceChip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    maxWidth: 'full',
    minHeight: '7',
    px: '2.5',
    textStyle: 'caption',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'full',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover', borderColor: 'border.strong', color: 'fg' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
