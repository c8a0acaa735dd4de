import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { researchNotesWords as words } from '~/client/words/research-notes';
import type { ResearchStepView } from '~/shared/schemas/research';
import { LazyMarkdown } from '../markdown/lazy-markdown';
import { AnswerSourcesContext } from '../sources/answer-sources';

interface NotesDialogProps {
  researchId: string;
  onClose: () => void;
}

/** Links of a note lead to its pages: the numbers of the report's sources are not those of the note. */
const noSources = { sources: [], open: () => {} };

/** The notes of a research, step by step. A default export, as `lazy` asks for one. */
export default function NotesDialog({ researchId, onClose }: NotesDialogProps) {
  const id = useId();
  const { data, error, isPending, isFetching, refetch } = trpc.research.get.useQuery(
    { id: researchId },
    { refetchOnMount: 'always' },
  );
  return (
    <Modal
      isOpen
      onClose={onClose}
      aria-labelledby={id}
      width="min(48rem, calc(100vw - 2rem))"
      m="auto"
      borderRadius="card"
      overflow="hidden"
    >
      <Flex direction="column" maxHeight="calc(100dvh - 2rem)">
        <Stack gap="1" p={{ base: '4', md: '6' }} pb="4" borderBottomWidth="1px">
          <Text as="h2" id={id} textStyle="heading">
            {words.title}
          </Text>
          <Text textStyle="ui" color="fg.muted">
            {words.note}
          </Text>
        </Stack>
        <Stack gap="6" p={{ base: '4', md: '6' }} flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain">
          {data && <Notes steps={data.steps} />}
          {isPending && <NotesSkeleton />}
          {error && !data && (
            <ErrorState
              title={words.loadFailed}
              description={errorMessage(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
        </Stack>
        <Flex justify="end" px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
          <Button onClick={onClose}>{words.close}</Button>
        </Flex>
      </Flex>
    </Modal>
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

function NotesSkeleton() {
  return (
    <Stack gap="3" role="status" aria-busy aria-label={words.loading}>
      <Skeleton width="48" height="5" />
      <Skeleton height="32" borderRadius="card" />
    </Stack>
  );
}
