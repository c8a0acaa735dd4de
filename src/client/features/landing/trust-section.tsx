import { Grid, Stack, Text } from '@chakra-ui/react';
import { landingWords as words } from '~/client/words/landing';

/** Why the figures can be trusted. */
export function TrustSection() {
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, 1fr)' }}
      gap={{ base: '6', md: '8' }}
    >
      {words.promises.map(({ title, text }) => (
        <Stack as="li" key={title} gap="2" borderTopWidth="1px" borderColor="border.strong" pt="4">
          <Text as="h3" textStyle="heading">
            {title}
          </Text>
          <Text color="fg.muted" textWrap="pretty">
            {text}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}
