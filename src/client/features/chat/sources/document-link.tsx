import { chakra } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { atBase } from '~/client/lib/base-path';
import { Joined } from '~/client/ui/source/joined';
import { sourcesWords as words } from '~/client/words/sources';

interface DocumentLinkProps {
  documentId: string;
  passage: string;
  /** Offset of the passage in the text of the document. */
  start: number | undefined;
}

/** Long enough to find a passage, and short enough for the URL limits of all browsers. */
const maxCharacters = 300;

/** Opens a collection document at a passage. A later version of the document opens without a highlight. */
export function DocumentLink({ documentId, passage, start }: DocumentLinkProps) {
  const search = new URLSearchParams({
    document: documentId,
    ...(start !== undefined && { at: String(start) }),
    quote: JSON.stringify(passage.slice(0, maxCharacters).toWellFormed()),
  });
  return (
    <chakra.a
      href={atBase(`/collections?${search}`)}
      target="_blank"
      textStyle="caption"
      color="fg.muted"
      alignSelf="flex-start"
      _hover={{ textDecoration: 'underline' }}
      rel="noopener"
    >
      {words.openInCollection}
      {'\u00A0'}
      <Joined>
        <ExternalLink size={12} strokeWidth={1.5} style={{ display: 'inline' }} aria-label={words.opensInNewTab} />
      </Joined>
    </chakra.a>
  );
}
