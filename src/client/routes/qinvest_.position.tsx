import { Text } from '@chakra-ui/react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { PositionPage } from '~/client/features/invest/position/position-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { positionWords } from '~/client/words/position';

export const Route = createFileRoute('/qinvest_/position')({
  // `evidence`, a source of an answer for the thesis, is left as it is: the page checks it, outside what every page loads.
  validateSearch: ({ id }): { id: string; evidence?: unknown } => ({ id: typeof id === 'string' ? id : '' }),
  beforeLoad: requireUser,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context, deps }) => void context.queryUtils.positions.get.prefetch(deps),
  component: PositionRoute,
});

function PositionRoute() {
  useDocumentTitle(positionWords.title);
  const { id, evidence } = Route.useSearch();
  const [, messageId, citation] = referenceForm.exec(String(evidence)) ?? [];
  const navigate = Route.useNavigate();
  return (
    <>
      <TopMenu />
      <PositionPage
        id={id}
        key={id}
        opensCalculation={location.hash === '#gain'}
        evidence={messageId && citation ? { messageId, citation } : undefined}
        // Loading the page again does not open the form again.
        onEvidenceDone={() => void navigate({ search: { id }, replace: true })}
        readMarkdown={readMarkdown}
      />
    </>
  );
}

/** An answer and the name of one of its sources. */
const referenceForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

const AnswerMarkdown = lazy(async () => ({
  default: (await import('~/client/features/chat/markdown/answer-markdown')).AnswerMarkdown,
}));

/** As it was typed until the reader of Markdown is loaded. */
const readMarkdown = (text: string) => (
  <Suspense fallback={<Text whiteSpace="pre-wrap">{text}</Text>}>
    <AnswerMarkdown content={text} citations={undefined} isRunning={false} />
  </Suspense>
);
