import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  conversationResearchInput,
  research,
  researchId,
  researchList,
  runResearchInput,
  startResearchInput,
} from '~/shared/schemas/research';
import {
  createScheduleInput,
  researchChanges,
  researchSchedule,
  researchScheduleList,
  scheduleDeleted,
  scheduleId,
  updateScheduleInput,
} from '~/shared/schemas/research-schedules';
import { getResearch, listRecent, listResearch, runResearch, startResearch, stopResearch } from './research.service';
import { readChanges } from './schedules/read-changes';
import { createSchedule, deleteSchedule, listSchedules, updateSchedule } from './schedules/schedules.service';

/** Both cost what many answers do. */
const asking = limitedProcedure('questionsByAccount');

export const researchRouter = router({
  start: asking
    .input(startResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => startResearch(ctx.deps, ctx.user, input)),
  run: asking
    .input(runResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => runResearch(ctx.deps, ctx.user.id, input)),
  stop: memberProcedure
    .input(researchId)
    .output(output(research))
    .mutation(({ ctx, input }) => stopResearch(ctx.deps, ctx.user.id, input.id)),
  get: memberProcedure
    .input(researchId)
    .output(output(research))
    .query(({ ctx, input }) => getResearch(ctx.deps, ctx.user.id, input.id)),
  list: memberProcedure
    .input(conversationResearchInput)
    .output(output(researchList))
    .query(({ ctx, input }) => listResearch(ctx.deps, ctx.user.id, input.conversationId)),
  recent: memberProcedure.output(output(researchList)).query(({ ctx }) => listRecent(ctx.deps, ctx.user.id)),
  changes: memberProcedure
    .input(researchId)
    .output(output(researchChanges))
    .query(({ ctx, input }) => readChanges(ctx.deps, ctx.user.id, input.id)),
  schedules: memberProcedure
    .output(output(researchScheduleList))
    .query(({ ctx }) => listSchedules(ctx.deps, ctx.user.id)),
  createSchedule: memberProcedure
    .input(createScheduleInput)
    .output(output(researchSchedule))
    .mutation(({ ctx, input }) => createSchedule(ctx.deps, ctx.user.id, input)),
  updateSchedule: memberProcedure
    .input(updateScheduleInput)
    .output(output(researchSchedule))
    .mutation(({ ctx, input }) => updateSchedule(ctx.deps, ctx.user.id, input)),
  deleteSchedule: memberProcedure
    .input(scheduleId)
    .output(output(scheduleDeleted))
    .mutation(async ({ ctx, input }) => {
      await deleteSchedule(ctx.deps, ctx.user.id, input.scheduleId);
      return { message: 'Schedule deleted' as const };
    }),
});
