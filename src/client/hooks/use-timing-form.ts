import type { ScheduleTiming } from '~/shared/schedule-times';
import { useServerForm } from './use-server-form';

type TimedDay = ScheduleTiming & { weekday: number; dayOfMonth: number };

/** Also contains the days of the other frequencies, in case the user switches back. */
export type TimingValues = Record<keyof TimedDay, string>;

interface TimingFormOptions {
  start: ScheduleTiming;
  failureTitle: string;
  onValid: (timing: TimedDay) => void;
}

const timingOf = ({ frequency, weekday, dayOfMonth, time, timeZone }: TimingValues): TimedDay => ({
  // The select only offers valid frequencies.
  frequency: frequency as ScheduleTiming['frequency'],
  weekday: Number(weekday),
  dayOfMonth: Number(dayOfMonth),
  time,
  timeZone,
});

/** The form state of a recurring schedule; rendered by `TimingFields`. */
export function useTimingForm({ start, failureTitle, onValid }: TimingFormOptions) {
  return useServerForm<TimingValues>({
    defaultValues: { ...start, weekday: String(start.weekday ?? 1), dayOfMonth: String(start.dayOfMonth ?? 1) },
    loadSchema: () => import('~/shared/schemas/research-schedules').then(({ scheduleTiming }) => scheduleTiming),
    toInput: timingOf,
    failureTitle,
    onValid: (values) => onValid(timingOf(values)),
  });
}
