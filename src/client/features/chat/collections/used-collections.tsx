import { chakra } from '@chakra-ui/react';
import { Library } from 'lucide-react';
import { useId, useState } from 'react';
import { Chip } from '~/client/ui/content/chip';
import { PageLink } from '~/client/ui/page/page-link';
import { answerCollectionsWords as words } from '~/client/words/answer-collections';
import type { MessageMetadata } from '~/shared/schemas/messages';

export function UsedCollections({ metadata }: { metadata: MessageMetadata }) {
  const { numCollectionsUsed: count = 0, collectionsUsed: collections = [] } = metadata;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (count === 0) return null;
  return (
    <>
      <Chip asChild>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          <Library size={12} strokeWidth={1.5} aria-hidden />
          {words.badge(count)}
        </button>
      </Chip>
      {isOpen && (
        <chakra.ul id={id} aria-label={words.used} listStyleType="none" width="full" ps="2" textStyle="caption">
          {collections.map((collection) => (
            <chakra.li key={collection.id} overflowWrap="anywhere">
              <chakra.span color="accent" textDecoration="underline" textUnderlineOffset="3px">
                <PageLink href={`/collections?collection=${collection.id}`}>{collection.name}</PageLink>
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}
