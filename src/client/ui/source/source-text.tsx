import { chakra, Text } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { sourcesWords as words } from '~/client/words/sources';
import { Joined } from './joined';

/** The title of a source, linked if it has a URL. */
export function SourceTitle({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <Text fontWeight="medium">{children}</Text>;
  return (
    <chakra.a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      fontWeight="medium"
      _hover={{ textDecoration: 'underline' }}
    >
      {children}
      <Joined>
        <chakra.span display="inline-block" ml="1.5" color="fg.subtle" verticalAlign="-0.1em">
          <ExternalLink size={13} strokeWidth={1.5} aria-label={words.opensInNewTab} />
        </chakra.span>
      </Joined>
    </chakra.a>
  );
}

/** A quoted passage of a source. */
export const Quoted = chakra('blockquote', {
  base: {
    textStyle: 'ui',
    color: 'fg.muted',
    borderLeftWidth: '2px',
    borderColor: 'border.strong',
    pl: '3',
    whiteSpace: 'pre-line',
    unicodeBidi: 'plaintext',
    '& del': { color: 'danger', bg: 'danger.subtle' },
    '& ins': { color: 'fg', bg: 'accent.subtle', textDecoration: 'underline' },
  },
});
