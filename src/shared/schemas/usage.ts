import { z } from 'zod';
import { limits } from '~/shared/limits';
import { typedDecimal } from '~/shared/typed-number';
import { dayMs, utcDay } from '~/shared/utc-day';
import { day, id, pageOf } from './output';
import { storableText, uuid } from './text';

/** Maximum number of days per request. */
const maxDays = 366;

export const periodFields = {
  from: z.iso
    .date('from must be a day, such as 2026-01-31')
    .optional()
    .describe('First day in UTC; by default the first of the month'),
  to: z.iso.date('to must be a day, such as 2026-01-31').optional().describe('Last day in UTC; by default today'),
};

export interface Period {
  from: string;
  to: string;
}

const today = () => utcDay(new Date());

/** Validates the period. Default: the current month so far. */
export function withPeriod<Input extends { from?: string | undefined; to?: string | undefined }>(
  input: Input,
  context: z.RefinementCtx,
): Input & Period {
  const to = input.to ?? today();
  const from = input.from ?? `${to.slice(0, 7)}-01`;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) context.addIssue({ code: 'custom', path: ['from'], message: 'from must not be after to' });
  if (days > maxDays)
    context.addIssue({ code: 'custom', path: ['from'], message: `A period can have at most ${maxDays} days` });
  return { ...input, from, to };
}

export const periodInput = z.object(periodFields).transform(withPeriod);

/** Usage of all users, of one user, or with one model. */
export const usageSummaryInput = z
  .object({
    ...periodFields,
    userId: uuid.optional(),
    model: storableText.max(200).optional(),
  })
  .transform(withPeriod);

export const usagePageInput = z
  .object({
    ...periodFields,
    cursor: z.string().max(2000).nullish(),
    limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
  })
  .transform(withPeriod);
export type UsagePageInput = z.infer<typeof usagePageInput>;

export const usageExportInput = z
  .object({ ...periodFields, cursor: z.string().max(2000).nullish() })
  .transform(withPeriod);
export type UsageExportInput = z.infer<typeof usageExportInput>;

const sums = {
  requests: z.int(),
  unknownRequests: z.int().describe('Requests whose endpoint reported no tokens'),
  unpricedRequests: z.int().describe('Requests that `cost` does not include because their model had no price'),
  estimatedRequests: z.int().describe('Requests whose tokens were counted by the server'),
  inputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int().describe('Part of `outputTokens`'),
  cachedTokens: z.int().describe('Part of `inputTokens`'),
  cost: z.string().nullable().describe('USD, a decimal; null when no request had a price'),
};
const model = { model: z.string(), modelName: z.string() };

const usageSums = z.strictObject(sums).meta({ id: 'UsageSums' });
export type UsageSums = z.infer<typeof usageSums>;
const usageOfDay = z.strictObject({ day, ...sums }).meta({ id: 'UsageOfDay' });
export type UsageOfDay = z.infer<typeof usageOfDay>;
const usageOfModel = z.strictObject({ ...model, ...sums }).meta({ id: 'UsageOfModel' });
export type UsageOfModel = z.infer<typeof usageOfModel>;
const email = z.string().nullable().describe('null for deleted accounts');
const usageOfUser = z.strictObject({ userId: id, email, ...sums }).meta({ id: 'UsageOfUser' });
export type UsageOfUser = z.infer<typeof usageOfUser>;
const usageRow = z.strictObject({ day, userId: id, email, ...model, ...sums }).meta({ id: 'UsageRow' });
export type UsageRow = z.infer<typeof usageRow>;

const usd = z.string().describe('USD, a decimal');

/** The state of a monthly budget. `near` starts at 80%. */
export const budgetState = z
  .strictObject({
    state: z.enum(['none', 'free', 'near', 'used']),
    monthlyUsd: usd.nullable().describe('Your monthly budget; null without one'),
    spentUsd: usd,
    isOfInstallation: z.boolean().describe('`state` is about the budget of the whole installation'),
    renewsOn: day,
  })
  .meta({ id: 'BudgetState' });
export type BudgetState = z.infer<typeof budgetState>;

const period = { from: day, to: day };
export const ownUsage = z
  .strictObject({
    ...period,
    total: usageSums,
    days: z.array(usageOfDay),
    models: z.array(usageOfModel),
    budget: budgetState,
  })
  .meta({ id: 'OwnUsage' });
export type OwnUsage = z.infer<typeof ownUsage>;

export const usageSummary = z
  .strictObject({
    ...period,
    total: usageSums,
    days: z.array(usageOfDay),
    models: z.array(usageOfModel),
    users: z.array(usageOfUser).describe('The 100 with the highest cost'),
  })
  .meta({ id: 'UsageSummary' });
export type UsageSummary = z.infer<typeof usageSummary>;

export const usagePage = pageOf(usageRow);
export type UsagePage = z.infer<typeof usagePage>;

/** A monthly budget; null or an empty string means no limit. */
const monthlyUsd = z
  .string()
  .overwrite(typedDecimal)
  .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'Enter an amount in USD with at most 2 decimals, such as 25.00')
  .nullable()
  .transform((usd) => usd || null);

export const budgetsInput = z.object({ installationUsd: monthlyUsd, userUsd: monthlyUsd });
export type BudgetsInput = z.infer<typeof budgetsInput>;

export const budgets = z
  .strictObject({
    installationUsd: usd.nullable().describe('Of all users together; null: no limit'),
    userUsd: usd.nullable().describe('Of each user without a budget of their own; null: no limit'),
    spentUsd: usd.describe('By all users, this month'),
    renewsOn: day,
  })
  .meta({ id: 'Budgets' });
export type Budgets = z.infer<typeof budgets>;

const userBudget = z
  .strictObject({ userId: id, email: z.string(), monthlyUsd: usd.nullable().describe('null: no limit'), spentUsd: usd })
  .meta({ id: 'UserBudget' });
export type UserBudget = z.infer<typeof userBudget>;

export const userBudgetPageInput = z.object({
  cursor: z.string().max(4000).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export const userBudgetPage = pageOf(userBudget);
export type UserBudgetPage = z.infer<typeof userBudgetPage>;

export const userBudgetInput = z.object({
  email: storableText.trim().toLowerCase().min(1, 'Email is required').max(limits.emailCharacters, 'Email is too long'),
  monthlyUsd,
});
export type UserBudgetInput = z.infer<typeof userBudgetInput>;
export const userBudgetId = z.object({ userId: uuid });
