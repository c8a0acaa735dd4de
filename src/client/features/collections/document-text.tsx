import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { isBusy, stateWords } from '~/client/lib/document-state';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Checkbox } from '~/client/ui/form/checkbox';
import { collectionsWords as words } from '~/client/words/collections';
import type { WholeDocument } from '~/shared/schemas/collections';
import { cutText, type ShownPassage, type TextPiece } from './cut-text';

interface DocumentTextProps {
  document: WholeDocument;
  /** The passage to highlight and scroll to. */
  shown?: ShownPassage | undefined;
}

/** The exact extracted text, page by page if it has pages. */
export function DocumentText({ document, shown }: DocumentTextProps) {
  const { content, problem, passageStarts } = document;
  const [withPassages, setWithPassages] = useState(false);
  if (content === '' && isBusy(document)) {
    return (
      <Flex align="center" gap="2" textStyle="caption" color="fg.subtle" fontVariantNumeric="tabular-nums">
        <Spinner size="3" label={null} /> {stateWords(document)}
      </Flex>
    );
  }
  const pages = content === '' ? [] : cutText(document, withPassages, shown);
  const firstFound = pages.flatMap(({ pieces }) => pieces).find(({ isFound }) => isFound);
  return (
    <Stack gap="4">
      <Text textStyle="caption" color="fg.subtle">
        {problem ?? (content === '' ? words.noText : words.readText)}
      </Text>
      {passageStarts.length > 1 && (
        <Checkbox
          label={words.showCuts}
          checked={withPassages}
          onChange={({ target: { checked } }) => setWithPassages(checked)}
        />
      )}
      {pages.map(({ page, start, pieces }) => (
        <Stack as="section" key={start} gap="1">
          {page !== undefined && (
            <Text as="h3" textStyle="caption" color="fg.subtle">
              {words.page(page)}
            </Text>
          )}
          <chakra.div textStyle="body" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {pieces.map((piece) => (
              <Piece key={piece.start} piece={piece} isFirst={piece === firstFound} />
            ))}
          </chakra.div>
        </Stack>
      ))}
    </Stack>
  );
}

function Piece({ piece: { text, passage, isFound }, isFirst }: { piece: TextPiece; isFirst: boolean }) {
  const marked = isFound ? <Highlight text={text} isFirst={isFirst} /> : text;
  if (passage === undefined) return marked;
  return (
    <>
      <chakra.span
        display="block"
        textStyle="caption"
        color="fg.subtle"
        borderTopWidth="1px"
        borderColor="border"
        mt="3"
        pt="1"
      >
        {words.passage(passage)}
      </chakra.span>
      {marked}
    </>
  );
}

function Highlight({ text, isFirst }: { text: string; isFirst: boolean }) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFirst) mark.current?.scrollIntoView({ block: 'center' });
  }, [isFirst]);
  return <mark ref={mark}>{text}</mark>;
}
