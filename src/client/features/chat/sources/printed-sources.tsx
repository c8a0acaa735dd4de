import { chakra } from '@chakra-ui/react';
import { sourcesWords as words } from '~/client/words/sources';
import type { Source } from '~/shared/answer-text/sources';

/**
 * All sources of an answer with their URLs, for printing only (app/base.css). The text is in an attribute, so that the
 * page contains no second copy of the text in the numbers and the panel.
 */
export function PrintedSources({ sources }: { sources: readonly Source[] }) {
  return (
    <chakra.ol aria-hidden data-print-only listStyleType="none" textStyle="caption" overflowWrap="anywhere">
      {sources.map((source) => (
        <chakra.li key={source.number} data-line={lineOf(source)} _before={{ content: 'attr(data-line)' }} />
      ))}
    </chakra.ol>
  );
}

/** '[2] Key rates, ecb.example, https://ecb.example/rates' */
function lineOf({ number, title, site, url, file }: Source): string {
  const page = file?.page !== undefined && words.pageNumber(file.page);
  const parts = [title, site !== title && site, page, url];
  return `[${number}] ${parts.filter(Boolean).join(', ')}`;
}
