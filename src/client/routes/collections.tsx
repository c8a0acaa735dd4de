import { Text } from '@chakra-ui/react';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { ArticleContext } from '~/client/features/collections/article-context';
import type { CollectionSearch } from '~/client/features/collections/collection-search';
import { CollectionsPage } from '~/client/features/collections/collections-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { lazyPart } from '~/client/lib/lazy-part';
import { idOf } from '~/client/lib/search-params';
import { collectionsWords as words } from '~/client/words/collections';

const AnswerMarkdown = lazyPart(async () => ({
  default: (await import('~/client/features/chat/markdown/answer-markdown')).AnswerMarkdown,
}));

/**
 * Renders Markdown as in answers. The renderer is loaded with the first preview; until then the plain text is shown.
 */
const readMarkdown = (text: string) => (
  <Suspense fallback={<Text whiteSpace="pre-wrap">{text}</Text>}>
    <AnswerMarkdown content={text} citations={undefined} isRunning={false} />
  </Suspense>
);

/** Others change collections too, so each visit loads them again, with all pages that were open. */
const current = { staleTime: 0 };
const currentPages = { ...current, getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };

export const Route = createFileRoute('/collections')({
  validateSearch: ({ collection, document, at, quote }): CollectionSearch => ({
    collection: idOf(collection),
    document: idOf(document),
    at: typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? at : undefined,
    // The router parses a quote of digits as a number.
    quote: typeof quote === 'string' || typeof quote === 'number' ? String(quote) : undefined,
  }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { collection } }) => ({ collection }),
  loader({ context: { queryUtils }, deps: { collection: collectionId } }) {
    const { list, get, documents } = queryUtils.collections;
    if (collectionId) {
      void get.prefetch({ collectionId }, current);
      void documents.prefetchInfinite({ collectionId }, currentPages);
    } else void list.prefetchInfinite({}, currentPages);
    // Users may choose a file right after a reload, so the page waits for the upload limits.
    return queryUtils.auth.config.prefetch();
  },
  component: CollectionsRoute,
});

function CollectionsRoute() {
  useDocumentTitle(words.title);
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const surroundings = useMemo(() => ({ userId: user.id, readMarkdown }), [user.id]);
  return (
    <>
      <TopMenu />
      <ArticleContext value={surroundings}>
        <CollectionsPage
          isAdmin={user.isAdmin}
          search={search}
          // A document opens beside its collection, which stays where it is.
          onSearch={(next) => void navigate({ search: next, resetScroll: next.collection !== search.collection })}
        />
      </ArticleContext>
    </>
  );
}
