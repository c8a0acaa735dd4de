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
    .input(periodInput)
    .output(output(ownUsage))
    .query(({ ctx, input }) => readOwnUsage(ctx.deps, ctx.user.id, input)),
  budget: memberProcedure.output(output(budgetState)).query(({ ctx }) => readBudgetState(ctx.deps, ctx.user.id)),
  summary: adminProcedure
    .input(usageSummaryInput)
    .output(output(usageSummary))
    .query(({ ctx, input }) => readUsageSummary(ctx.deps, input)),
  page: adminProcedure
    .input(usagePageInput)
    .output(output(usagePage))
    .query(({ ctx, input }) => listUsage(ctx.deps, input)),
  /** A mutation, because its first part is recorded in the audit log. */
  export: adminProcedure
    .meta({ access: 'admin', isExport: true })
    .input(usageExportInput)
    .output(output(usagePage))
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return exportUsage(ctx.deps, { by: ctx.user, caller: ctx.caller }, input);
    }),
  budgets: adminProcedure.output(output(budgets)).query(({ ctx }) => readBudgets(ctx.deps)),
  setBudgets: adminProcedure
    .input(budgetsInput)
    .output(output(budgets))
    .mutation(({ ctx, input }) => setBudgets(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  userBudgets: adminProcedure
    .input(userBudgetPageInput)
    .output(output(userBudgetPage))
    .query(({ ctx, input }) => listUserBudgets(ctx.deps, input)),
  setUserBudget: adminProcedure
    .input(userBudgetInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await setUserBudget(ctx.deps, { by: ctx.user, caller: ctx.caller }, input),
    })),
  removeUserBudget: adminProcedure
    .input(userBudgetId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await removeUserBudget(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.userId),
    })),
});
