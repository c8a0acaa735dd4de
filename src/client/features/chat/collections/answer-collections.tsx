import { chakra, Text } from '@chakra-ui/react';
import { BookmarkPlus, Library } from 'lucide-react';
import { useId, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Chip } from '~/client/ui/content/chip';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { PageLink } from '~/client/ui/page/page-link';
import { answerCollectionsWords as words } from '~/client/words/answer-collections';
import type { ChatMessage } from '~/shared/schemas/messages';

/** The collections an answer drew on, and the way to keep it in one. */
export function AnswerCollections({ message: { id, metadata } }: { message: ChatMessage }) {
  const { numCollectionsUsed = 0, collectionsUsed = [] } = metadata;
  return (
    <>
      <SaveToCollection messageId={id} />
      {numCollectionsUsed > 0 && <Used count={numCollectionsUsed} collections={collectionsUsed} />}
    </>
  );
}

function Used({ count, collections }: { count: number; collections: { id: string; name: string }[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
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

function SaveToCollection({ messageId }: { messageId: string }) {
  return (
    <Menu label={words.save} opener={<BookmarkPlus size={16} strokeWidth={1.5} />}>
      <Targets messageId={messageId} />
    </Menu>
  );
}

/** Read when the menu opens. */
function Targets({ messageId }: { messageId: string }) {
  const { data } = trpc.collections.list.useQuery({ limit: 100 });
  const add = trpc.collections.addDocument.useMutation({
    onSuccess: ({ title }) => toast({ kind: 'success', title: words.saved, description: title }),
    onError: (cause) => toast({ kind: 'error', title: words.saveFailed, description: errorMessage(cause) }),
  });
  const collections = data?.items.filter(({ mayEdit }) => mayEdit) ?? [];
  return (
    <>
      {data && collections.length === 0 && (
        <Text px="2" py="1" color="fg.muted">
          {words.none}
        </Text>
      )}
      {collections.map(({ id: collectionId, name }) => (
        <MenuItem key={collectionId} onClick={() => add.mutate({ collectionId, messageId })}>
          {name}
        </MenuItem>
      ))}
      <MenuItem asChild>
        <PageLink href="/collections">{words.manage}</PageLink>
      </MenuItem>
    </>
  );
}
