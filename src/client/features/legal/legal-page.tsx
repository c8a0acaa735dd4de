import { Box, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { legalWords as words } from '~/client/words/legal';
import { sitePlaceholders } from '~/shared/site-placeholders';

export function LegalPage({ name }: { name: 'terms' | 'privacy' | 'disclaimer' }) {
  const { title, lead, parts } = words[name];
  return (
    <PublicMain>
      <Stack gap="6" maxWidth="44rem">
        <PageHead headline={title} lead={lead} />
        <Text
          role="note"
          px="4"
          py="3"
          borderWidth="1px"
          borderColor="border.strong"
          borderRadius="card"
          color="fg.muted"
        >
          {words.review}
        </Text>
        {parts.map((part) => (
          <Part key={part.title} {...part} />
        ))}
        {name === 'privacy' && (
          <Part title={words.processorsTitle} text={[words.processorsNote]}>
            <Processors />
          </Part>
        )}
        <Part title={words.contactTitle} text={[words.contact]} />
      </Stack>
    </PublicMain>
  );
}

interface PartProps {
  title: string;
  text: readonly string[];
  children?: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <Stack as="section" gap="2" mt="2">
      <Text as="h2" textStyle="heading">
        {title}
      </Text>
      {text.map((paragraph) => (
        <Text key={paragraph} textStyle="body" color="fg.muted" textWrap="pretty">
          {paragraph}
        </Text>
      ))}
      {children}
    </Stack>
  );
}

/** The server inserts the rows here, because the configured services are unknown at build time. */
function Processors() {
  return (
    <Box
      as="dl"
      mt="2"
      textStyle="body"
      color="fg.muted"
      css={{
        '& dt': { color: 'fg', fontWeight: 'medium', overflowWrap: 'anywhere' },
        '& dd': { marginBottom: '4', textWrap: 'pretty' },
      }}
    >
      {sitePlaceholders.processors}
    </Box>
  );
}
