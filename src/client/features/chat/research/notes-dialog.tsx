import { chakra, Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { researchNotesWords as words } from '~/client/words/research-notes';
import type { ResearchStepView } from '~/shared/schemas/research';
import { LazyMarkdown } from '../markdown/lazy-markdown';
import { AnswerSourcesContext } from '../sources/answer-sources';
import { ReportDialog } from './report-dialog';

interface NotesDialogProps {
  researchId: string;
  onClose: () => void;
}

/** A note links to its own pages; the report's source numbers don't apply to it. */
const noSources = { sources: [], open: () => {} };

/** The notes of a research run, step by step. */
export function NotesDialog({ researchId, onClose }: NotesDialogProps) {
  const research = trpc.research.get.useQuery({ id: researchId }, { refetchOnMount: 'always' });
  return (
    <ReportDialog
      title={words.title}
      note={words.note}
      query={research}
      loading={words.loading}
      failureTitle={words.loadFailed}
      onClose={onClose}
    >
      {({ steps }) => <Notes steps={steps} />}
    </ReportDialog>
  );
}

function Notes({ steps }: { steps: readonly ResearchStepView[] }) {
  if (steps.length === 0) return <Text color="fg.muted">{words.none}</Text>;
  return (
    <AnswerSourcesContext value={noSources}>
      <chakra.ol listStyleType="none" display="grid" gap="6">
        {steps.map((step) => (
          <Note key={`${step.kind} ${step.question}`} step={step} />
        ))}
      </chakra.ol>
    </AnswerSourcesContext>
  );
}

function Note({ step: { question, kind, state, note, pages } }: { step: ResearchStepView }) {
  const facts = [words.kinds[kind], pages > 0 && words.pages(pages)].filter(Boolean);
  return (
    <Stack as="li" gap="2" minWidth="0">
      <div>
        <Text as="h3" fontWeight="medium" overflowWrap="anywhere">
          {question}
        </Text>
        <Text textStyle="caption" color="fg.muted">
          {facts.join(' · ')}
        </Text>
      </div>
      {note ? (
        <LazyMarkdown content={note} citations={undefined} isRunning={false} />
      ) : (
        <Text color="fg.muted">{state === 'failed' ? words.nothingFound : words.waiting}</Text>
      )}
    </Stack>
  );
}
