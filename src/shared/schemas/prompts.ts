/** Prompts: saved texts that users can insert in the composer. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { variablesIn } from '~/shared/prompt-variables';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

const scope = z
  .enum(['personal', 'organization'], 'Use personal or organization')
  .describe('personal: yours alone. organization: for all users, written by administrators');
export type PromptScope = z.infer<typeof scope>;

const title = storableText
  .trim()
  .min(1, 'Title is required')
  .max(limits.nameCharacters, `Titles can have at most ${limits.nameCharacters} characters`);
const max = limits.promptCharacters;
const text = storableText
  .trim()
  .min(1, 'Text is required')
  // Counts UTF-16 code units, like the counter beside the text field.
  .refine((value) => value.length <= max, `Prompts can have at most ${max.toLocaleString('en-US')} characters`)
  .refine(
    (value) => variablesIn(value).length <= limits.promptVariables,
    `Prompts can have at most ${limits.promptVariables} variables`,
  )
  .describe('Can contain variables: {{name}} or {{name=default}}');

export const promptIdInput = z.object({ promptId: uuid });

export const listPromptsInput = z.object({
  search: storableText.trim().max(limits.searchCharacters).optional().describe('Words that title or text contain'),
  scope: scope.optional(),
  cursor: z.string().max(2000).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export type ListPromptsInput = z.infer<typeof listPromptsInput>;

export const createPromptInput = z.object({ title, text, scope: scope.default('personal') });
export type CreatePromptInput = z.infer<typeof createPromptInput>;

export const updatePromptInput = z.object({ promptId: uuid, title: title.optional(), text: text.optional() });
export type UpdatePromptInput = z.infer<typeof updatePromptInput>;

export const prompt = z
  .strictObject({
    id,
    scope,
    title: z.string(),
    text: z.string(),
    mayEdit: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Prompt' });
export type Prompt = z.infer<typeof prompt>;
export const promptPage = pageOf(prompt);
export type PromptPage = z.infer<typeof promptPage>;
