import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { legalWords as words } from '~/client/words/legal';
import { sitePlaceholders } from '~/shared/site-placeholders';

export function LegalPage({ name }: { name: 'terms' | 'privacy' | 'disclaimer' }) {
  const { title, lead, parts } = words[name];
  const titles = [
    ...parts.map((part) => part.title),
    ...(name === 'privacy' ? [words.processorsTitle] : []),
    words.contactTitle,
  ];
  return (
    <PublicMain display={{ lg: 'flex' }} justifyContent="space-between" gap="12">
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
      <Contents titles={titles} />
    </PublicMain>
  );
}

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Stays beside the text while it is read; only wide screens have room for it. */
function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <chakra.nav
      aria-label={words.contents}
      data-screen-only
      hideBelow="lg"
      position="sticky"
      top="20"
      alignSelf="flex-start"
      flexShrink={0}
      width="56"
    >
      <Text textStyle="caption" color="fg.subtle" mb="3">
        {words.contents}
      </Text>
      <Stack as="ol" listStyleType="none" gap="2" borderLeftWidth="1px" borderColor="border" pl="4">
        {titles.map((title) => (
          <li key={title}>
            <ContentsLink href={`#${idOf(title)}`}>{title}</ContentsLink>
          </li>
        ))}
      </Stack>
    </chakra.nav>
  );
}

const ContentsLink = chakra('a', { base: { color: 'fg.muted', borderRadius: 'tight', _hover: { color: 'fg' } } });

interface PartProps {
  title: string;
  text: readonly string[];
  children?: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <Stack as="section" gap="2" mt="2">
      <Text as="h2" id={idOf(title)} textStyle="heading" scrollMarginTop="20">
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
