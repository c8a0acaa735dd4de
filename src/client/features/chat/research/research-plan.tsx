import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { requestNotifications } from '~/client/lib/ready-notice';
import { Button } from '~/client/ui/form/button';
import { TextArea } from '~/client/ui/form/text-area';
import { researchWords as words } from '~/client/words/research';
import type { ResearchView } from '~/shared/schemas/research';
import { BudgetFields, type BudgetValues, budgetOf, budgetValues } from './budget-fields';
import type { useResearchActions } from './use-research-actions';

interface ResearchPlanProps {
  research: ResearchView;
  run: ReturnType<typeof useResearchActions>['run'];
  /** Rendered beside the start button. */
  children: ReactNode;
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

/** The plan and the budget, which can be edited before the research starts. */
export function ResearchPlan({ research: { id, steps, budget }, run, children }: ResearchPlanProps) {
  const toInput = ({ questions, ...values }: BudgetValues & { questions: string }) => ({
    id,
    questions: linesOf(questions),
    budget: budgetOf(values),
  });
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: {
      questions: steps.map(({ question }) => question).join('\n'),
      ...budgetValues(budget),
    },
    onValid(values) {
      run.mutate(toInput(values), { onError });
      requestNotifications();
    },
  });
  return (
    <chakra.form {...formProps} display="grid" gap="3">
      <TextArea
        label={words.plan}
        rows={Math.max(4, steps.length + 1)}
        // Long questions wrap on a phone.
        fieldSizing="content"
        maxHeight="50dvh"
        {...fieldProps('questions')}
      />
      <BudgetFields fieldProps={fieldProps} />
      <Flex gap="2" wrap="wrap">
        <Button type="submit" variant="primary" pending={run.isPending}>
          {words.start}
        </Button>
        {children}
      </Flex>
    </chakra.form>
  );
}
