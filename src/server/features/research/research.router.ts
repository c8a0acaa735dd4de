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

/** Both cost as much as many answers. */
const questionProcedure = limitedProcedure('questionsByAccount');
const tooMany = 'Too many requests, or too many of your research runs are in progress; see Retry-After.';

export const researchRouter = router({
  start: questionProcedure
    .meta({
      summary: 'Start research',
      description:
        'An AI model writes a plan in the background. Read the research run until its `state` is `planned`, then run it. The report becomes an answer of the conversation.',
      errors: {
        404: 'No such conversation or AI model.',
        409: 'No AI model is connected, it has no web or no price for a limit of cost, the conversation is temporary, or the Idempotency-Key belongs to another request.',
        429: tooMany,
      },
    })
    .input(startResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => startResearch(ctx.deps, ctx.user, input)),
  run: questionProcedure
    .meta({
      summary: 'Run planned research',
      description:
        '`questions` replace the plan. A research run that was stopped or has failed continues from its last note, or gets a plan if it has none. The budget counts from its start.',
      errors: {
        409: 'The research run is not planned, stopped or failed, or its AI model has no price for a limit of cost.',
        429: tooMany,
      },
    })
    .input(runResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => runResearch(ctx.deps, ctx.user.id, input)),
  stop: memberProcedure
    .meta({ summary: 'Stop a research run', description: 'Its notes are kept. Safe to repeat.' })
    .input(researchId)
    .output(output(research))
    .mutation(({ ctx, input }) => stopResearch(ctx.deps, ctx.user.id, input.id)),
  get: memberProcedure
    .meta({
      summary: 'Get a research run with its notes',
      description: '`messageId` is the id of the report once it is being written.',
    })
    .input(researchId)
    .output(output(research))
    .query(({ ctx, input }) => getResearch(ctx.deps, ctx.user.id, input.id)),
  list: memberProcedure
    .meta({ summary: 'List the research runs of a conversation', description: 'Newest first.' })
    .input(conversationResearchInput)
    .output(output(researchList))
    .query(({ ctx, input }) => listResearch(ctx.deps, ctx.user.id, input.conversationId)),
  recent: memberProcedure
    .meta({
      summary: 'List your current research runs',
      description: 'In progress, or changed within the last hour. Newest first.',
    })
    .output(output(researchList))
    .query(({ ctx }) => listRecent(ctx.deps, ctx.user.id)),
  changes: memberProcedure
    .meta({
      summary: 'Get the changes since the previous report',
      description:
        'For research runs of a schedule. Compared are the passages that confirmed the reports with the pages as they were read, not the texts of the reports.',
    })
    .input(researchId)
    .output(output(researchChanges))
    .query(({ ctx, input }) => readChanges(ctx.deps, ctx.user.id, input.id)),
  schedules: memberProcedure
    .meta({ summary: 'List your scheduled research', description: 'The next first, paused ones at the end.' })
    .output(output(researchScheduleList))
    .query(({ ctx }) => listSchedules(ctx.deps, ctx.user.id)),
  createSchedule: memberProcedure
    .meta({
      summary: 'Repeat a finished research run',
      description:
        'The same question, plan, budget and AI model are used at each time, and the report becomes an answer of the same conversation. Times that were missed while the server was stopped run once.',
      errors: {
        404: 'No such research run.',
        409: 'The research run is not finished, is repeated already, you have too many schedules, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createScheduleInput)
    .output(output(researchSchedule))
    .mutation(({ ctx, input }) => createSchedule(ctx.deps, ctx.user.id, input)),
  updateSchedule: memberProcedure
    .meta({ summary: 'Change, pause or resume a schedule' })
    .input(updateScheduleInput)
    .output(output(researchSchedule))
    .mutation(({ ctx, input }) => updateSchedule(ctx.deps, ctx.user.id, input)),
  deleteSchedule: memberProcedure
    .meta({ summary: 'Delete a schedule', description: 'Its reports stay.' })
    .input(scheduleId)
    .output(output(scheduleDeleted))
    .mutation(async ({ ctx, input }) => {
      await deleteSchedule(ctx.deps, ctx.user.id, input.scheduleId);
      return { message: 'Schedule deleted' as const };
    }),
});
