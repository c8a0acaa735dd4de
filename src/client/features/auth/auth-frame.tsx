import { Box, Center, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { atBase } from '~/client/lib/base-path';
import { ThemeSwitch } from '~/client/ui/menu/theme-switch';
import { Logo } from '~/client/ui/page/logo';
import { authWords as words } from '~/client/words/auth';
import { brand } from '~/shared/brand';

interface AuthFrameProps {
  /** The page's h1, below the logo. */
  title: ReactNode;
  /** Shows the title in a smaller style, because the content below has its own headings. */
  isTagline?: boolean;
  children: ReactNode;
}

/** The layout that all signed-out screens share: logo, title and one narrow column. */
export function AuthFrame({ title, isTagline = false, children }: AuthFrameProps) {
  return (
    <Center as="main" id="content" position="relative" minHeight="100dvh" px="4" py="14">
      <Box position="absolute" top="2" right={{ base: '2', md: '4' }}>
        <ThemeSwitch />
      </Box>
      <Stack gap={isTagline ? '8' : '4'} width="full" maxWidth="form">
        <Stack align="center" gap={isTagline ? '2' : '6'} textAlign="center">
          <a href={atBase('/')} aria-label={words.home(brand.company)}>
            <Logo size={30} />
          </a>
          <Text as="h1" textStyle={isTagline ? 'body' : 'title'} color={isTagline ? 'fg.muted' : 'fg'}>
            {title}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Center>
  );
}
