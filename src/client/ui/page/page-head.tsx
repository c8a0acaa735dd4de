import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The main element of a public page: its margins, and the target of the skip link. */
export const PublicMain = chakra(
  'main',
  { base: { maxWidth: 'page', mx: 'auto', px: { base: '4', md: '6' }, pt: { base: '12', md: '20' } } },
  { defaultProps: { id: 'content', tabIndex: -1 } },
);

interface PageHeadProps {
  eyebrow?: string;
  /** A badge beside the eyebrow, such as "coming soon". */
  badge?: ReactNode;
  headline: string;
  lead: ReactNode;
  /** Calls to action. */
  children?: ReactNode;
}

/** The head of a public page: eyebrow, headline, lead and calls to action. */
export function PageHead({ eyebrow, badge, headline, lead, children }: PageHeadProps) {
  return (
    <Stack gap={{ base: '5', md: '6' }} maxWidth="46rem">
      {eyebrow && (
        <Flex align="center" gap="3">
          <Text color="accent" fontWeight="medium">
            {eyebrow}
          </Text>
          {badge}
        </Flex>
      )}
      <Text as="h1" textStyle="display">
        {headline}
      </Text>
      <Text
        data-lead
        textStyle="body"
        fontSize={{ md: '1.125rem' }}
        color="fg.muted"
        maxWidth="38rem"
        textWrap="pretty"
      >
        {lead}
      </Text>
      {children && (
        <Stack data-actions gap="inherit">
          {children}
        </Stack>
      )}
    </Stack>
  );
}
