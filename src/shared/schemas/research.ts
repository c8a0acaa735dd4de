/** Research: a plan of questions that a model works through on the web, within a budget, and the final report. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { researchStates } from '~/shared/research-states';
import { typedDecimal } from '~/shared/typed-number';
import { id, time } from './output';
import { storableText, uuid } from './text';

export const researchLimits = { questions: 8, questionCharacters: 300, minutes: 60, pages: 100 } as const;
const defaultBudget: ResearchBudget = { minutes: 10, pages: 24, usd: null };

const budget = z.object({
  minutes: z.int('Use a whole number').min(1, 'Use 1 to 60 minutes').max(researchLimits.minutes, 'Use 1 to 60 minutes'),
  pages: z.int('Use a whole number').min(1, 'Use 1 to 100 pages').max(researchLimits.pages, 'Use 1 to 100 pages'),
  usd: storableText
    .overwrite(typedDecimal)
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'Use an amount like 2.50')
    .nullable()
    .describe('The most that its AI model may cost; null without a limit'),
});
export type ResearchBudget = z.infer<typeof budget>;

const question = storableText
  .trim()
  .min(1, 'Write a question')
  .max(researchLimits.questionCharacters, 'Questions can have at most 300 characters');

export const startResearchInput = z.object({
  conversationId: uuid.nullish().describe('Where the report will be; a new conversation without it'),
  projectId: uuid.nullish().describe('Project of the conversation that is created'),
  question: storableText
    .trim()
    .min(1, 'Write what to research')
    .refine((text) => text.length <= limits.messageCharacters, 'Use 2000 characters or fewer'),
  model: storableText.min(1).max(200).nullish().describe('Id of one of GET /api/models; the default model without it'),
  budget: budget.default(() => defaultBudget),
});
export type StartResearchInput = z.infer<typeof startResearchInput>;

export const researchId = z.object({ id: uuid });
export const conversationResearchInput = z.object({ conversationId: uuid });

export const runResearchInput = z.object({
  id: uuid,
  questions: z
    .array(question)
    .min(1, 'Write at least one question')
    .max(researchLimits.questions, 'A plan has at most 8 questions')
    .optional()
    .describe('The plan as you have changed it; only before it runs'),
  budget: budget.optional(),
});
export type RunResearchInput = z.infer<typeof runResearchInput>;

const researchStep = z
  .strictObject({
    question: z.string(),
    kind: z
      .enum(['question', 'review', 'gap'])
      .describe('question: of the plan. review: contradictions and gaps. gap: added by the review'),
    state: z.enum(['waiting', 'done', 'failed']),
    note: z.string().describe('Markdown, with links to the pages that it draws on'),
    pages: z.int().describe('Pages that were read'),
    doing: z.string().nullable().describe('What is being done for it at the moment'),
  })
  .meta({ id: 'ResearchStep' });
export type ResearchStepView = z.infer<typeof researchStep>;

export const research = z
  .strictObject({
    id,
    conversationId: id,
    messageId: id.nullable().describe('The answer that is the report, once it is being written'),
    question: z.string(),
    modelId: z.string(),
    state: z.enum(researchStates),
    queuePlace: z
      .int()
      .nullable()
      .describe('Its place among the research runs that wait for their turn; 1 is the next'),
    budget: z.strictObject({ minutes: z.int(), pages: z.int(), usd: z.string().nullable() }),
    used: z.strictObject({
      milliseconds: z.int(),
      pages: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      cost: z.string().nullable().describe('USD; null while the model has no price'),
    }),
    steps: z.array(researchStep),
    error: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Research' });
export type ResearchView = z.infer<typeof research>;

export const researchList = z.array(research);
