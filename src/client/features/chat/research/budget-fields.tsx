import { Grid } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { TextField } from '~/client/ui/form/field';
import { researchWords as words } from '~/client/words/research';
import type { ResearchBudget } from '~/shared/schemas/research';

export type BudgetValues = Record<'minutes' | 'pages' | 'usd', string>;

export const budgetValues = ({ minutes, pages, usd }: ResearchBudget): BudgetValues => ({
  minutes: String(minutes),
  pages: String(pages),
  usd: usd ?? '',
});

export const budgetOf = ({ minutes, pages, usd }: BudgetValues): ResearchBudget => ({
  minutes: Number(minutes),
  pages: Number(pages),
  usd: usd.trim() || null,
});

interface BudgetFieldsProps {
  fieldProps: (name: keyof BudgetValues) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** The limits of a research run. */
export function BudgetFields({ fieldProps }: BudgetFieldsProps) {
  return (
    <Grid templateColumns="5rem 5rem minmax(0, 9rem)" gap="3" alignItems="start">
      <TextField label={words.minutes} type="number" min={1} max={60} {...fieldProps('minutes')} />
      <TextField label={words.pages} type="number" min={1} max={100} {...fieldProps('pages')} />
      <TextField label={words.cost} placeholder={words.costHint} inputMode="decimal" {...fieldProps('usd')} />
    </Grid>
  );
}
