import { invalidPeriod } from '~/server/trpc/documented-errors';
import { adminProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  budgetState,
  budgets,
  budgetsInput,
  ownUsage,
  periodInput,
  usageExportInput,
  usagePage,
  usagePageInput,
  usageSummary,
  usageSummaryInput,
  userBudgetId,
  userBudgetInput,
  userBudgetPage,
  userBudgetPageInput,
} from '~/shared/schemas/usage';
import {
  listUserBudgets,
  readBudgetState,
  readBudgets,
  removeUserBudget,
  setBudgets,
  setUserBudget,
} from './budgets.service';
import { exportUsage, listUsage } from './list-usage';
import { readOwnUsage, readUsageSummary } from './read-usage';

export const usageRouter = router({
  own: memberProcedure
    .meta({
      summary: 'Get your usage of AI models and your budget',
      description:
        '`from` and `to` are days in UTC; by default this month so far. At most 366 days. Costs in USD, by the prices of the models. `budget` is always that of this month.',
      errors: { 400: invalidPeriod },
    })
    .input(periodInput)
    .output(output(ownUsage))
    .query(({ ctx, input }) => readOwnUsage(ctx.deps, ctx.user.id, input)),
  budget: memberProcedure.output(output(budgetState)).query(({ ctx }) => readBudgetState(ctx.deps, ctx.user.id)),
  summary: adminProcedure
    .meta({
      summary: 'Get usage totals by day, model and user',
      description:
        'Of one user with `userId`, of one model with `model`. `from` and `to` are days in UTC; by default this month so far. At most 366 days. Costs in USD, by the prices of the models.',
      errors: { 400: invalidPeriod },
    })
    .input(usageSummaryInput)
    .output(output(usageSummary))
    .query(({ ctx, input }) => readUsageSummary(ctx.deps, input)),
  page: adminProcedure
    .meta({
      summary: 'List usage by day, user and model',
      description:
        'Newest day first. `from` and `to` are days in UTC; by default this month so far. At most 366 days. Costs in USD, by the prices of the models. Usage of deleted accounts is added up without a user.',
      errors: { 400: invalidPeriod },
    })
    .input(usagePageInput)
    .output(output(usagePage))
    .query(({ ctx, input }) => listUsage(ctx.deps, input)),
  /** A mutation, because its first part is recorded in the audit log. */
  export: adminProcedure
    .meta({
      summary: 'Export usage as CSV',
      description:
        '`from` and `to` are days in UTC; by default this month so far. At most 366 days. Costs in USD, by the prices of the models. The export is recorded in the audit log, so API tokens need write access.',
      errors: { 400: invalidPeriod },
      isExport: true,
    })
    .input(usageExportInput)
    .output(output(usagePage))
    .mutation(async ({ ctx, input }) => {
      // An export counts once, however many parts it has.
      if (!input.cursor) await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return exportUsage(ctx.deps, ctx.acting, input);
    }),
  budgets: adminProcedure
    .meta({ summary: 'Get the monthly AI budgets' })
    .output(output(budgets))
    .query(({ ctx }) => readBudgets(ctx.deps)),
  setBudgets: adminProcedure
    .meta({
      summary: 'Set the monthly AI budgets',
      description:
        'In USD; `null` means no limit. `installationUsd` is for all users together, `userUsd` for each user without a budget of their own. Messages beyond a budget return 402 until the first of the next month in UTC. Models without prices are not limited.',
    })
    .input(budgetsInput)
    .output(output(budgets))
    .mutation(({ ctx, input }) => setBudgets(ctx.deps, ctx.acting, input)),
  userBudgets: adminProcedure
    .meta({ summary: 'List individual budgets', description: 'By email.' })
    .input(userBudgetPageInput)
    .output(output(userBudgetPage))
    .query(({ ctx, input }) => listUserBudgets(ctx.deps, input)),
  setUserBudget: adminProcedure
    .meta({ summary: 'Set the monthly AI budget of a user', errors: { 404: 'No account has this email.' } })
    .input(userBudgetInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await setUserBudget(ctx.deps, ctx.acting, input),
    })),
  removeUserBudget: adminProcedure
    .meta({ summary: 'Remove the budget of a user', description: 'The budget for all users applies again.' })
    .input(userBudgetId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await removeUserBudget(ctx.deps, ctx.acting, input.userId),
    })),
});
