import { Ellipsis, FolderInput, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Menu, MenuItem } from '~/client/ui/menu/menu';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionDocument } from '~/shared/schemas/collections';
import { MoveDialog, RenameDialog } from './document-dialogs';
import { useCollectionChange } from './use-collection-change';

/** Rename, move and delete. */
export function DocumentMenu({ document }: { document: CollectionDocument }) {
  const { id: documentId, collectionId, title } = document;
  const [asked, setAsked] = useState<'rename' | 'move' | 'delete'>();
  const close = () => setAsked(undefined);
  const remove = trpc.collections.deleteDocument.useMutation(useCollectionChange(close));
  return (
    <>
      <Menu label={words.actions(title)} opener={<Ellipsis size={18} strokeWidth={1.5} />}>
        <MenuItem onClick={() => setAsked('rename')}>
          <PencilLine size={16} strokeWidth={1.5} />
          {words.rename}
        </MenuItem>
        <MenuItem onClick={() => setAsked('move')}>
          <FolderInput size={16} strokeWidth={1.5} />
          {words.move}
        </MenuItem>
        <MenuItem onClick={() => setAsked('delete')}>
          <Trash2 size={16} strokeWidth={1.5} />
          {words.delete}
        </MenuItem>
      </Menu>
      {asked === 'rename' && <RenameDialog document={document} onClose={close} />}
      {asked === 'move' && <MoveDialog document={document} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={words.deleteDocument}
        body={words.deleteDocumentBody(title)}
        confirmLabel={words.deleteDocument}
        pending={remove.isPending}
        pendingLabel={words.deleting}
        onConfirm={() => remove.mutate({ collectionId, documentId })}
        onClose={close}
      />
    </>
  );
}
