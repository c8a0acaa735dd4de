import { Text } from '@chakra-ui/react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { PositionPage } from '~/client/features/invest/position/position-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { positionWords } from '~/client/words/position';

export const Route = createFileRoute('/qinvest_/position')({
  validateSearch: ({ id }): { id: string } => ({ id: typeof id === 'string' ? id : '' }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context, deps }) => void context.queryUtils.positions.get.prefetch(deps),
  component: PositionRoute,
});

function PositionRoute() {
  useDocumentTitle(positionWords.title);
  const { id } = Route.useSearch();
  return (
    <>
      <TopMenu />
      <PositionPage id={id} key={id} opensCalculation={location.hash === '#gain'} readMarkdown={readMarkdown} />
    </>
  );
}

const AnswerMarkdown = lazy(async () => ({
  default: (await import('~/client/features/chat/markdown/answer-markdown')).AnswerMarkdown,
}));

/** As it was typed until the reader of Markdown is loaded. */
const readMarkdown = (text: string) => (
  <Suspense fallback={<Text whiteSpace="pre-wrap">{text}</Text>}>
    <AnswerMarkdown content={text} citations={undefined} isRunning={false} />
  </Suspense>
);
