import { useEffect } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionSearch } from './collection-search';
import { DocumentDrawer } from './document-drawer';

interface CitedDocumentProps {
  document: string;
  at?: number | undefined;
  quote?: string | undefined;
  onSearch: (next: CollectionSearch) => void;
}

/** The document that an answer cites, at the cited passage. It may have moved to another collection since. */
export function CitedDocument({ document, at = 0, quote, onSearch }: CitedDocumentProps) {
  const located = trpc.collections.locate.useQuery({ documentId: document });
  const collectionId = located.data?.collectionId ?? '';
  const collection = trpc.collections.get.useQuery({ collectionId }, { enabled: located.isSuccess });
  const failure = located.error ?? collection.error;
  useEffect(() => {
    if (failure) errorToast(words.documentFailed, failure);
  }, [failure]);
  if (!collection.data) return null;
  return (
    <DocumentDrawer
      collection={collection.data}
      documentId={document}
      shown={quote ? { start: at, text: quote } : undefined}
      onClose={() => onSearch({ collection: collectionId })}
    />
  );
}
