import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Spinner } from '~/client/ui/feedback/spinner';
import { collectionsWords as words } from '~/client/words/collections';
import type { WholeDocument } from '~/shared/schemas/collections';
import { isBusy, stateWords } from './document-state';

/** Exactly the text that was read, page by page where there are pages. */
export function DocumentText({ document }: { document: WholeDocument }) {
  const { content, pages, problem } = document;
  if (content === '' && isBusy(document)) {
    return (
      <Flex align="center" gap="2" textStyle="caption" color="fg.subtle" fontVariantNumeric="tabular-nums">
        <Spinner size="3" label={null} /> {stateWords(document)}
      </Flex>
    );
  }
  const parts = pages.length > 0 ? pages : [{ page: undefined, start: 0 }];
  return (
    <Stack gap="4">
      <Text textStyle="caption" color="fg.subtle">
        {problem ?? (content === '' ? words.noText : words.readText)}
      </Text>
      {content !== '' &&
        parts.map(({ page, start }, index) => (
          <Stack as="section" key={start} gap="1">
            {page !== undefined && (
              <Text as="h3" textStyle="caption" color="fg.subtle">
                {words.page(page)}
              </Text>
            )}
            <chakra.p textStyle="body" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {content.slice(index === 0 ? 0 : start, parts[index + 1]?.start)}
            </chakra.p>
          </Stack>
        ))}
    </Stack>
  );
}
