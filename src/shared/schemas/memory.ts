/** A user's memory: facts for AI models, which the user can read, change and delete. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, messageOutput, time } from './output';
import { storableText, uuid } from './text';

const max = limits.memoryCharacters;
export const memoryText = storableText
  .trim()
  .min(1, 'Write a fact')
  // Counts UTF-16 code units, like the counter beside the text field.
  .refine((text) => text.length <= max, `Facts can have at most ${max} characters`);

export const memoryIdInput = z.object({ memoryId: uuid });
export const addMemoryInput = z.object({ text: memoryText });
export const updateMemoryInput = z.object({ memoryId: uuid, text: memoryText });

export const memorySettingsInput = z.object({
  isEnabled: z.boolean('isEnabled must be true or false').describe('Off at first. Facts stay while it is off'),
});
export const memorySettings = z.strictObject({ isEnabled: z.boolean() }).meta({ id: 'MemorySettings' });
export type MemorySettings = z.infer<typeof memorySettings>;

export const memory = z
  .strictObject({
    id,
    text: z.string(),
    conversation: z
      .strictObject({ id, title: z.string() })
      .nullable()
      .describe('Where it was remembered; null for a fact you wrote, or whose conversation was deleted'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Memory' });
export type Memory = z.infer<typeof memory>;

export const memoryOverview = z
  .strictObject({ isEnabled: z.boolean(), facts: z.array(memory) })
  .meta({ id: 'MemoryOverview' });
export type MemoryOverview = z.infer<typeof memoryOverview>;

export const memoryDeleted = messageOutput;
