import { Stack, Text } from '@chakra-ui/react';
import { Quoted } from '~/client/ui/source/source-text';
import { VerdictLabel } from '~/client/ui/source/verdict-label';
import { verdictWords as words } from '~/client/words/verdicts';
import { diffWords, type Segment } from '~/shared/word-diff';
import type { CitedQuote } from './cited-quotes';
import { DocumentLink } from './document-link';
import { FilePassage } from './file-passage';

interface QuoteItemProps {
  quote: CitedQuote;
  /** The file that contains the quote; without it, the quote is shown without context. */
  objectId: string | undefined;
}

/** A quote with the result of its check, and its context in the file. */
export function QuoteItem({ quote, objectId }: QuoteItemProps) {
  const { text, passage = text, verdict, missing, start, documentId } = quote;
  const diff = verdict === 'differs' ? diffWords(text, passage) : undefined;
  const isOtherText = diff?.before.concat(diff.after).some(({ isShared }) => !isShared);
  return (
    <Stack gap="1.5">
      {verdict && <VerdictLabel verdict={verdict} source="file" />}
      {diff && isOtherText && (
        <>
          <Compared label={words.inTheAnswer} segments={diff.before} mark="del" />
          <Compared label={words.inTheSource} segments={diff.after} mark="ins" />
        </>
      )}
      {!isOtherText && missing && (
        <Text textStyle="caption" color="danger">
          {words.missing(missing)}
        </Text>
      )}
      {objectId && <FilePassage objectId={objectId} quote={passage} start={start} />}
      {!objectId && !isOtherText && <Quoted>{text}</Quoted>}
      {documentId && <DocumentLink documentId={documentId} passage={passage} start={start} />}
    </Stack>
  );
}

interface ComparedProps {
  label: string;
  segments: readonly Segment[];
  mark: 'del' | 'ins';
}

function Compared({ label, segments, mark: Mark }: ComparedProps) {
  return (
    <Stack gap="0.5">
      <Text textStyle="caption" color="fg.subtle">
        {label}
      </Text>
      <Quoted>
        {segments.map(({ text, isShared }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text never change their order
          isShared ? text : <Mark key={place}>{text}</Mark>,
        )}
      </Quoted>
    </Stack>
  );
}
