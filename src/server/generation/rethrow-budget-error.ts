import { budgetUsed } from './generation.errors';

/** The error of reserve_usage(); its detail is the budget, such as 'user 5.00'. */
const budgetUsedCode = 'QI402';

/** Rethrows the error of a reserving statement, as an error for the user if a budget is used up. */
export function rethrowBudgetError(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== budgetUsedCode) throw error;
  const [scope, usd = ''] = (detail ?? '').split(' ');
  throw budgetUsed({ scope: scope === 'user' ? 'user' : 'installation', usd });
}
