import { Center, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { atBase } from '~/client/lib/base-path';
import { Button } from '~/client/ui/form/button';
import { TextLink } from '~/client/ui/page/text-link';
import { notFoundWords as words } from '~/client/words/not-found';
import { menuPages } from '~/shared/offerings';

const OtherPage = chakra(TextLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    '@media (pointer: coarse)': { minHeight: 'touch', minWidth: 'touch' },
  },
});

/** `path` is the unknown path, or a component that shows it. */
export function NotFoundPage({ path }: { path: ReactNode }) {
  return (
    <Center as="main" id="content" tabIndex={-1} minHeight="70dvh" px="4" py="16">
      <Stack gap="3" align="center" textAlign="center" maxWidth="32rem">
        <Text textStyle="caption" color="fg.subtle">
          404
        </Text>
        <Text as="h1" textStyle="title">
          {words.title}
        </Text>
        <Text>{words.sentence}</Text>
        <Text color="fg.muted">
          {words.beforePath} {path}. {words.afterPath}
        </Text>
        <Button asChild mt="3">
          <a href={atBase('/')}>{words.home}</a>
        </Button>
        <nav aria-label={words.otherPages}>
          <Flex
            as="ul"
            listStyleType="none"
            wrap="wrap"
            justify="center"
            columnGap="5"
            rowGap="2"
            mt="5"
            maxWidth="20rem"
          >
            {menuPages.map(({ path, name }) => (
              <li key={path}>
                <OtherPage href={atBase(path)}>{name}</OtherPage>
              </li>
            ))}
          </Flex>
        </nav>
      </Stack>
    </Center>
  );
}
