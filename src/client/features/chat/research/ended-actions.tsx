import { chakra, Flex } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { lazyPart } from '~/client/lib/lazy-part';
import { Button } from '~/client/ui/form/button';
import { researchWords as words } from '~/client/words/research';
import { researchNotesWords } from '~/client/words/research-notes';
import type { ResearchView } from '~/shared/schemas/research';
import { BudgetFields, budgetOf, budgetValues } from './budget-fields';
import type { useResearchActions } from './use-research-actions';

const NotesDialog = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.NotesDialog })));

interface EndedActionsProps {
  research: ResearchView;
  run: ReturnType<typeof useResearchActions>['run'];
}

/** The actions on a research run that was stopped or has failed. Without a plan, "Continue" starts by writing one. */
export function EndedActions({ research, run }: EndedActionsProps) {
  const { id, steps } = research;
  const [open, setOpen] = useState<'notes' | 'budget'>();
  const hasPlan = steps.length > 0;
  return (
    <>
      <Flex gap="2" wrap="wrap">
        {open !== 'budget' && (
          <Button size="sm" pending={run.isPending} onClick={() => run.mutate({ id })}>
            {words.continue}
          </Button>
        )}
        {hasPlan && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={open === 'budget'}
            onClick={() => setOpen(open === 'budget' ? undefined : 'budget')}
          >
            {words.changeBudget}
          </Button>
        )}
        {steps.some(({ note }) => note !== '') && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('notes')}>
            {researchNotesWords.show}
          </Button>
        )}
      </Flex>
      {open === 'budget' && <ContinueForm research={research} run={run} />}
      {open === 'notes' && (
        <Suspense fallback={null}>
          <NotesDialog researchId={id} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Continues the remaining steps with a new budget. Earlier usage counts towards it. */
function ContinueForm({ research: { id, budget }, run }: EndedActionsProps) {
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: budgetValues(budget),
    onValid: (values) => run.mutate({ id, budget: budgetOf(values) }, { onError }),
  });
  return (
    <chakra.form {...formProps} display="grid" gap="3" justifyItems="start">
      <BudgetFields fieldProps={fieldProps} />
      <Button type="submit" size="sm" variant="primary" pending={run.isPending}>
        {words.continueWith}
      </Button>
    </chakra.form>
  );
}
