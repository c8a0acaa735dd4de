import { Flex } from '@chakra-ui/react';
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

/** What a research may use at most. */
export function BudgetFields({ fieldProps }: BudgetFieldsProps) {
  return (
    <Flex gap="3" wrap="wrap">
      <TextField label={words.minutes} type="number" min={1} max={60} width="24" {...fieldProps('minutes')} />
      <TextField label={words.pages} type="number" min={1} max={100} width="24" {...fieldProps('pages')} />
      <TextField
        label={words.cost}
        placeholder={words.costHint}
        inputMode="decimal"
        width="36"
        {...fieldProps('usd')}
      />
    </Flex>
  );
}
