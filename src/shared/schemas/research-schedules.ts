/** Scheduled research, and the changes between two of its reports. */
import { z } from 'zod';
import { frequencies, isTimeZone } from '~/shared/schedule-times';
import { id, time } from './output';
import { uuid } from './text';
import { timeZone } from './time-zone';

export const maxSchedules = 10;

export const scheduleTiming = z
  .object({
    frequency: z.enum(frequencies),
    weekday: z.int().min(1).max(7).nullish().describe('Of weekly ones; 1 is Monday'),
    dayOfMonth: z.int().min(1).max(31).nullish().describe('Of monthly ones; the last day of shorter months'),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 08:00'),
    timeZone: timeZone.refine(isTimeZone, 'Not the name of a time zone').describe('An IANA name like Europe/Berlin'),
  })
  .refine(({ frequency, weekday }) => frequency !== 'weekly' || weekday != null, {
    path: ['weekday'],
    message: 'Choose a day of the week',
  })
  .refine(({ frequency, dayOfMonth }) => frequency !== 'monthly' || dayOfMonth != null, {
    path: ['dayOfMonth'],
    message: 'Choose a day of the month',
  });
export type ScheduleTimingInput = z.infer<typeof scheduleTiming>;

export const scheduleId = z.object({ scheduleId: uuid });
export const createScheduleInput = z.object({
  researchId: uuid.describe('A finished research run: its question, plan, budget and AI model are used again'),
  timing: scheduleTiming,
});
export type CreateScheduleInput = z.infer<typeof createScheduleInput>;

export const updateScheduleInput = z
  .object({ scheduleId: uuid, timing: scheduleTiming.optional(), isPaused: z.boolean().optional() })
  .refine(({ timing, isPaused }) => timing !== undefined || isPaused !== undefined, {
    message: 'Change the time, or pause or resume the schedule',
  });
export type UpdateScheduleInput = z.infer<typeof updateScheduleInput>;

export const researchSchedule = z
  .strictObject({
    id,
    conversationId: id.describe('Where its reports are'),
    question: z.string(),
    questions: z.array(z.string()).describe('The plan'),
    modelId: z.string(),
    timing: z.strictObject({
      frequency: z.enum(frequencies),
      weekday: z.int().nullable(),
      dayOfMonth: z.int().nullable(),
      time: z.string(),
      timeZone: z.string(),
    }),
    isPaused: z.boolean(),
    nextAt: time.nullable().describe('null while it is paused'),
    createdAt: time,
  })
  .meta({ id: 'ResearchSchedule' });
export type ResearchScheduleView = z.infer<typeof researchSchedule>;
export const researchScheduleList = z.array(researchSchedule);
export const scheduleDeleted = z.strictObject({ message: z.literal('Schedule deleted') });

const evidence = z
  .strictObject({
    messageId: id.describe('The report that the page was read for'),
    snapshotId: id.describe('The page as it was read'),
    readAt: time,
    title: z.string(),
    url: z.string(),
    passage: z.string().nullable().describe('What the page says; null where it does not say it'),
  })
  .meta({ id: 'ResearchEvidence' });
export type ResearchEvidence = z.infer<typeof evidence>;

const researchCaveat = z.enum(['unit', 'date']);
export type ResearchCaveat = z.infer<typeof researchCaveat>;

const researchChange = z
  .strictObject({
    kind: z
      .enum(['new', 'changed', 'gone'])
      .describe('changed: the same fact with other figures. gone: the page was read again without it'),
    title: z.string(),
    url: z.string(),
    before: evidence
      .nullable()
      .describe('null if the page was not read for the report before; of another page where the fact moved there'),
    after: evidence,
    caveats: z
      .array(researchCaveat)
      .describe('Why two figures cannot be compared. unit: in another unit or currency. date: for another date'),
  })
  .meta({ id: 'ResearchChange' });
export type ResearchChange = z.infer<typeof researchChange>;

export const researchChanges = z
  .strictObject({
    previousMessageId: id.nullable().describe('The report before; null for the first one'),
    previousAt: time.nullable(),
    isComplete: z.boolean().describe('Whether all sources of both reports were checked'),
    changes: z.array(researchChange),
  })
  .meta({ id: 'ResearchChanges' });
export type ResearchChanges = z.infer<typeof researchChanges>;
