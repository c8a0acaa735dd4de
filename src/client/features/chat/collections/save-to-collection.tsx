import { Text } from '@chakra-ui/react';
import { BookmarkPlus } from 'lucide-react';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { useAllCollections } from '~/client/lib/use-all-collections';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { PageLink } from '~/client/ui/page/page-link';
import { answerCollectionsWords as words } from '~/client/words/answer-collections';

export function SaveToCollection({ messageId }: { messageId: string }) {
  return (
    <Menu label={words.save} size="sm" opener={<BookmarkPlus size={15} strokeWidth={1.5} />}>
      <Targets messageId={messageId} />
    </Menu>
  );
}

/** Loaded when the menu opens. */
function Targets({ messageId }: { messageId: string }) {
  const { collections: all = [], isComplete } = useAllCollections();
  const utils = trpc.useUtils();
  const add = trpc.collections.addDocument.useMutation({
    onSuccess({ title }) {
      toast({ kind: 'success', title: words.saved, description: title });
      return utils.collections.invalidate();
    },
    onError: (cause) => errorToast(words.saveFailed, cause),
  });
  const collections = all.filter(({ mayEdit }) => mayEdit);
  return (
    <>
      {isComplete && collections.length === 0 && (
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
