import { memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  addMemoryInput,
  memory,
  memoryDeleted,
  memoryIdInput,
  memoryOverview,
  memorySettings,
  memorySettingsInput,
  updateMemoryInput,
} from '~/shared/schemas/memory';
import {
  addMemory,
  deleteMemories,
  deleteMemory,
  readMemory,
  saveMemorySettings,
  updateMemory,
} from './memory.service';

export const memoryRouter = router({
  get: memberProcedure
    .meta({
      summary: 'Get your memory',
      description: 'The facts that AI models remember of you, newest first, and whether they are used.',
    })
    .output(output(memoryOverview))
    .query(({ ctx }) => readMemory(ctx.deps, ctx.user.id)),
  saveSettings: memberProcedure
    .meta({
      summary: 'Switch your memory on or off',
      description:
        'While it is on, connected AI models get your facts in every conversation that is not temporary, and can remember and forget facts. Facts stay while it is off.',
    })
    .input(memorySettingsInput)
    .output(output(memorySettings))
    .mutation(({ ctx, input }) => saveMemorySettings(ctx.deps, ctx.user.id, input)),
  add: memberProcedure
    .meta({
      summary: 'Add a fact to your memory',
      description: 'A text that is remembered already is not added again.',
      errors: { 409: 'Your memory is full, or the Idempotency-Key belongs to another request.' },
    })
    .input(addMemoryInput)
    .output(output(memory))
    .mutation(({ ctx, input }) => addMemory(ctx.deps, ctx.user.id, input)),
  update: memberProcedure
    .meta({ summary: 'Change a fact' })
    .input(updateMemoryInput)
    .output(output(memory))
    .mutation(({ ctx, input }) => updateMemory(ctx.deps, ctx.user.id, input)),
  delete: memberProcedure
    .meta({ summary: 'Delete a fact' })
    .input(memoryIdInput)
    .output(output(memoryDeleted))
    .mutation(async ({ ctx, input }) => {
      await deleteMemory(ctx.deps, ctx.user.id, input.memoryId);
      return { message: 'Fact deleted' };
    }),
  deleteAll: memberProcedure
    .meta({ summary: 'Delete all facts' })
    .output(output(memoryDeleted))
    .mutation(async ({ ctx }) => {
      const count = await deleteMemories(ctx.deps, ctx.user.id);
      return { message: count === 1 ? '1 fact deleted' : `${count} facts deleted` };
    }),
});
