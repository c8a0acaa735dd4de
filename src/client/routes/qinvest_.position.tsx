import { Text } from '@chakra-ui/react';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import { PositionPage } from '~/client/features/invest/position/position-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { positionWords } from '~/client/words/position';

export const Route = createFileRoute('/qinvest_/position')({
  // `evidence` (an answer's source for the thesis) is passed unchecked: the page validates it, in code loaded with it.
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
        // Removes the parameter, so that a reload does not reopen the form.
        onEvidenceDone={() => void navigate({ search: { id }, replace: true })}
        readMarkdown={readMarkdown}
      />
    </>
  );
}

/** The id of an answer and the key of one of its sources. */
const referenceForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

const AnswerMarkdown = lazy(async () => ({
  default: (await import('~/client/features/chat/markdown/answer-markdown')).AnswerMarkdown,
}));

/** Shows the plain text until the Markdown renderer is loaded. */
const readMarkdown = (text: string) => (
  <Suspense fallback={<Text whiteSpace="pre-wrap">{text}</Text>}>
    <AnswerMarkdown content={text} citations={undefined} isRunning={false} />
  </Suspense>
);
