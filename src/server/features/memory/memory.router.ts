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
  get: memberProcedure.output(output(memoryOverview)).query(({ ctx }) => readMemory(ctx.deps, ctx.user.id)),
  saveSettings: memberProcedure
    .input(memorySettingsInput)
    .output(output(memorySettings))
    .mutation(({ ctx, input }) => saveMemorySettings(ctx.deps, ctx.user.id, input)),
  add: memberProcedure
    .input(addMemoryInput)
    .output(output(memory))
    .mutation(({ ctx, input }) => addMemory(ctx.deps, ctx.user.id, input)),
  update: memberProcedure
    .input(updateMemoryInput)
    .output(output(memory))
    .mutation(({ ctx, input }) => updateMemory(ctx.deps, ctx.user.id, input)),
  delete: memberProcedure
    .input(memoryIdInput)
    .output(output(memoryDeleted))
    .mutation(async ({ ctx, input }) => {
      await deleteMemory(ctx.deps, ctx.user.id, input.memoryId);
      return { message: 'Fact deleted' };
    }),
  deleteAll: memberProcedure.output(output(memoryDeleted)).mutation(async ({ ctx }) => {
    const count = await deleteMemories(ctx.deps, ctx.user.id);
    return { message: count === 1 ? '1 fact deleted' : `${count} facts deleted` };
  }),
});
