import { Stack, Text } from '@chakra-ui/react';
import { PageHead, PublicMain } from '~/client/ui/page/page-head';
import { legalWords as words } from '~/client/words/legal';

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
        {[...parts, { title: words.contactTitle, text: [words.contact] }].map((part) => (
          <Stack as="section" key={part.title} gap="2" mt="2">
            <Text as="h2" textStyle="heading">
              {part.title}
            </Text>
            {part.text.map((paragraph) => (
              <Text key={paragraph} textStyle="body" color="fg.muted" textWrap="pretty">
                {paragraph}
              </Text>
            ))}
          </Stack>
        ))}
      </Stack>
    </PublicMain>
  );
}
