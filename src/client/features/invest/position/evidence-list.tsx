import { chakra, Stack, Text } from '@chakra-ui/react';
import { PageLink } from '~/client/ui/page/page-link';
import { evidenceWords as words } from '~/client/words/evidence';
import type { Evidence } from '~/shared/schemas/evidence';
import { CheckedSource } from './checked-source';

/** The evidence for a thesis. Only the user who added a source gets a link to its conversation. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <Stack gap="1" pt="2">
      <Text as="h3" textStyle="heading">
        {words.title}
      </Text>
      <List>
        {evidence.map(({ id, statement, origin, isPrivate, ...source }) => (
          <chakra.li key={id} py="4">
            <Stack gap="3">
              <Text whiteSpace="pre-wrap" overflowWrap="anywhere" maxWidth="prose">
                {statement}
              </Text>
              <CheckedSource source={source} />
              {isPrivate && (
                <Text textStyle="caption" color="fg.subtle">
                  {words.privateFile}
                </Text>
              )}
              {origin && (
                <Origin>
                  <PageLink href={`/qchat?c=${origin.conversationId}`}>{words.openConversation}</PageLink>
                </Origin>
              )}
            </Stack>
          </chakra.li>
        ))}
      </List>
    </Stack>
  );
}

const List = chakra('ul', {
  base: { listStyleType: 'none', '& > li:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border' } },
});

const Origin = chakra('span', {
  base: { textStyle: 'caption', color: 'accent', '& a:hover': { textDecoration: 'underline' } },
});
