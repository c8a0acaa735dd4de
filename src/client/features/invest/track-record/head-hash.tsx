import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { TextField } from '~/client/ui/form/field';
import { trackRecordWords as words } from '~/client/words/track-record';

interface HeadHashProps {
  hash: string;
  /** Whether an entry of the ledger has this hash. */
  has: (hash: string) => boolean;
}

/** A saved hash reveals a ledger that was rewritten completely, which the chain alone can't. */
export function HeadHash({ hash, has }: HeadHashProps) {
  const [noted, setNoted] = useState('');
  const isAsked = noted.trim() !== '';
  const isFound = isAsked && has(noted);
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="5" borderTopWidth="1px" pt="5">
      <Stack gap="1" minWidth="0">
        <Text textStyle="caption" color="fg.muted">
          {words.head}
        </Text>
        <chakra.code fontFamily="mono" textStyle="caption" overflowWrap="anywhere">
          {hash}
        </chakra.code>
        <Text textStyle="caption" color="fg.subtle">
          {words.headNote}
        </Text>
      </Stack>
      <TextField
        label={words.noted}
        value={noted}
        onChange={(event) => setNoted(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        {...(isAsked && (isFound ? { hint: words.found } : { error: words.notFound }))}
      />
    </Grid>
  );
}
