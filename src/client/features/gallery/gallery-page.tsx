import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { Buttons } from './buttons';
import { Fields } from './fields';
import { Floating } from './floating';
import { Foundations } from './foundations';
import { States } from './states';
import { Surfaces } from './surfaces';
import { Tables } from './tables';

const parts: { title: string; Part: () => ReactNode }[] = [
  { title: 'Type and colors', Part: Foundations },
  { title: 'Buttons', Part: Buttons },
  { title: 'Fields', Part: Fields },
  { title: 'Cards, figures, labels', Part: Surfaces },
  { title: 'Tabs, menus, dialogs, toasts, tooltips', Part: Floating },
  { title: 'Loading, empty, error', Part: States },
  { title: 'Tables', Part: Tables },
];

/** Every component in every state, dark beside light. Default export for `lazy`. */
export default function GalleryPage() {
  useDocumentTitle('Parts');
  return (
    <chakra.main id="content" p={{ base: '4', md: '6' }}>
      <Text as="h1" textStyle="title" mb="6">
        Parts of the interface
      </Text>
      <Stack gap="10">
        {parts.map(({ title, Part }) => (
          <section key={title} aria-label={title}>
            <Text as="h2" textStyle="heading" mb="3">
              {title}
            </Text>
            <Grid templateColumns={{ base: '1fr', xl: '1fr 1fr' }} gap="3">
              {(['dark', 'light'] as const).map((theme) => (
                <chakra.div
                  key={theme}
                  className={`chakra-theme ${theme}`}
                  data-theme={theme}
                  role="group"
                  aria-label={`${title}, ${theme}`}
                  bg="bg"
                  color="fg"
                  borderWidth="1px"
                  borderColor="border"
                  borderRadius="card"
                  p={{ base: '3', md: '6' }}
                  minWidth="0"
                  style={{ colorScheme: theme }}
                >
                  <Part />
                </chakra.div>
              ))}
            </Grid>
          </section>
        ))}
      </Stack>
    </chakra.main>
  );
}
