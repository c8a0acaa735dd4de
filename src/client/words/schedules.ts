import type { ScheduleTiming } from '~/shared/schedule-times';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const frequencies: Record<ScheduleTiming['frequency'], string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
};

/** For example 'Every Monday at 08:00 (Europe/Berlin)'. */
function timing({ frequency, weekday, dayOfMonth, time, timeZone }: ScheduleTiming): string {
  const days = {
    daily: 'Every day',
    weekly: `Every ${weekdays[(weekday ?? 1) - 1]}`,
    monthly: `On day ${dayOfMonth} of each month`,
  };
  return `${days[frequency]} at ${time} (${timeZone})`;
}

export const scheduleWords = {
  repeat: 'Repeat',
  repeatTitle: 'Repeat this research',
  repeatNote: 'The same question, plan and budget. Each report shows what has changed.',
  frequency: 'How often',
  frequencies,
  weekday: 'Day of the week',
  dayOfMonth: 'Day of the month',
  dayHint: 'In shorter months, the last day',
  time: 'Time',
  timeZone: (name: string) => `Time zone: ${name}`,
  create: 'Repeat Research',
  creating: 'Saving...',
  created: 'Research will be repeated',
  createFailed: 'Failed to repeat the research',
  timing,

  heading: 'Scheduled research',
  note: "Research that runs on a schedule. All its reports are in the first report's conversation.",
  none: 'No scheduled research. Select Repeat below a finished report.',
  loadFailed: "Couldn't load your scheduled research",
  next: (at: string) => `Next: ${at}`,
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  delete: 'Delete',
  named: (action: string, question: string) => `${action}: ${question}`,
  editTitle: 'Change the schedule',
  save: 'Save Schedule',
  saved: 'Schedule saved',
  saveFailed: 'Failed to save the schedule',
  deleteTitle: 'Delete this schedule?',
  deleteBody: (question: string) => `"${question}" will not be repeated. Its reports stay.`,
  deleting: 'Deleting...',
  deleted: 'Schedule deleted',
  deleteFailed: 'Failed to delete the schedule',

  changes: 'What changed',
  changesTitle: 'What changed since the last report',
  since: (at: string) => `What the cited pages said on ${at}, and what they say now`,
  noPrevious: 'This is the first report. Repeat the research to see what changes.',
  noChanges: 'No checked figure or quotation has changed.',
  unchecked: 'Some sources are still being checked.',
  loadingChanges: 'Loading the changes...',
  changesFailed: "Couldn't load the changes",
  kinds: { new: 'New', changed: 'Changed', gone: 'Removed' },
  caveats: { unit: 'In another unit or currency', date: 'For another date' },
  before: 'Before',
  now: 'Now',
  notOnPage: 'Not on the page',
  notRead: 'The page was not read',
  showPage: 'Show the page as it was read',
  pageAsRead: 'The page as it was read',
  close: 'Close',
} as const;
