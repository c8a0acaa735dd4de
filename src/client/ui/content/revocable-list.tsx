import { useState } from 'react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { AccessList, AccessRow } from './access-row';

interface RevocableListProps<Item extends { id: string; name: string }> {
  items: readonly Item[];
  facts: (item: Item) => readonly (string | null | undefined | false)[];
  label?: string;
  words: {
    none: string;
    revoke: string;
    revokeOf: (name: string) => string;
    revokeTitle: string;
    revokeBody: (name: string) => string;
    revoking: string;
  };
  isRevoking: boolean;
  /** Call `onRevoked` on success, which closes the confirmation. After an error it stays open. */
  onRevoke: (id: string, onRevoked: () => void) => void;
}

/** A list of tokens and the like, each with details and a button that revokes it after a confirmation. */
export function RevocableList<Item extends { id: string; name: string }>(props: RevocableListProps<Item>) {
  const { items, facts, label, words, isRevoking, onRevoke } = props;
  const [asked, setAsked] = useState<Item>();
  const close = () => setAsked(undefined);
  return (
    <>
      <AccessList as={items.length === 0 ? 'div' : 'ul'} aria-label={label}>
        {items.length === 0 && <EmptyState title={words.none} />}
        {items.map((item) => (
          <AccessRow
            key={item.id}
            title={item.name}
            facts={facts(item)}
            action={
              <Button size="sm" aria-label={words.revokeOf(item.name)} onClick={() => setAsked(item)}>
                {words.revoke}
              </Button>
            }
          />
        ))}
      </AccessList>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={words.revokeTitle}
        body={words.revokeBody(asked?.name ?? '')}
        confirmLabel={words.revoke}
        pending={isRevoking}
        pendingLabel={words.revoking}
        onConfirm={() => asked && onRevoke(asked.id, close)}
        onClose={close}
      />
    </>
  );
}
