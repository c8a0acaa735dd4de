import type { ScheduleTiming } from '~/shared/schedule-times';
import { useServerForm } from './use-server-form';

type TimedDay = ScheduleTiming & { weekday: number; dayOfMonth: number };

/** The days of the frequencies that are not chosen are kept, for those who change their mind. */
export type TimingValues = Record<keyof TimedDay, string>;

interface TimingFormOptions {
  start: ScheduleTiming;
  failureTitle: string;
  onValid: (timing: TimedDay) => void;
}

const timingOf = ({ frequency, weekday, dayOfMonth, time, timeZone }: TimingValues): TimedDay => ({
  // One of the options of the select.
  frequency: frequency as ScheduleTiming['frequency'],
  weekday: Number(weekday),
  dayOfMonth: Number(dayOfMonth),
  time,
  timeZone,
});

/** A form for when something repeats; `TimingFields` has its fields. */
export function useTimingForm({ start, failureTitle, onValid }: TimingFormOptions) {
  return useServerForm<TimingValues>({
    defaultValues: { ...start, weekday: String(start.weekday ?? 1), dayOfMonth: String(start.dayOfMonth ?? 1) },
    loadSchema: () => import('~/shared/schemas/research-schedules').then(({ scheduleTiming }) => scheduleTiming),
    toInput: timingOf,
    failureTitle,
    onValid: (values) => onValid(timingOf(values)),
  });
}
