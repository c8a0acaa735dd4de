import { chakra, Stack, Text } from '@chakra-ui/react';
import { FileText, Globe } from 'lucide-react';
import { sourcesWords as words } from '~/client/words/sources';

/** The first letter of the site, or an icon for a document, with the number of the source. */
export function Monogram({ site, number }: { site?: string; number: number }) {
  const letter = /[\p{L}\p{N}]/u.exec(site ?? '')?.[0].toUpperCase();
  const Icon = site === undefined ? FileText : Globe;
  return (
    <Stack align="center" gap="1" flexShrink={0}>
      <chakra.span
        aria-hidden
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        boxSize="7"
        borderRadius="tight"
        bg="accent.subtle"
        color="accent"
        textStyle="ui"
        fontWeight="semibold"
      >
        {letter ?? <Icon size={14} strokeWidth={1.5} />}
      </chakra.span>
      <Text as="span" textStyle="caption" fontWeight="semibold" color="fg.subtle" aria-label={words.number(number)}>
        {number}
      </Text>
    </Stack>
  );
}
