import { VerdictIcon } from '~/client/ui/source/verdict-icon';
import { sourceNumberWords as words } from '~/client/words/source-numbers';
import type { Source } from '~/shared/answer-text/sources';
import type { Verdict } from '~/shared/schemas/citations';
import { verdictName } from '~/shared/verdict-words';
import { SourceMark } from './source-mark';

interface CheckedNumberProps {
  /** Absent if no file contains the quotation. */
  source: Source | undefined;
  verdict: Verdict;
  onOpen: () => void;
}

/** The number of a source with the result of its check. A quotation that was not found is marked in the text. */
export function CheckedNumber({ source, verdict, onOpen }: CheckedNumberProps) {
  const verdictText = verdictName(verdict, source?.url ? 'page' : 'file');
  if (!source && verdict !== 'absent') return null;
  const isWarning = verdict === 'differs' || verdict === 'absent';
  const isDoubt = isWarning || verdict === 'partial' || verdict === 'unreadable';
  return (
    <SourceMark
      type="button"
      data-source={source?.number}
      aria-label={source ? `${words.source(source.number, source.title)}. ${verdictText}` : verdictText}
      data-tooltip={source ? undefined : verdictText}
      onClick={onOpen}
      {...(isWarning && { color: 'danger', bg: 'danger.subtle', _hover: { bg: 'danger.solid', color: 'danger.fg' } })}
    >
      {source?.number}
      <VerdictIcon verdict={verdict} size={11} />
      {isDoubt && verdictText}
    </SourceMark>
  );
}
