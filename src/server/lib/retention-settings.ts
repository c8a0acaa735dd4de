/** How long each kind of data is kept. 0 means until its user deletes it; the activity log does not accept it. */
import { wholeNumber } from './setting-values';

/** Budgets sum up the usage of the current month. */
const minUsageDays = 32;
const maxDays = 36_500;

export const retentionSettings = {
  AUDIT_RETENTION_DAYS: wholeNumber(1, maxDays, 365),
  RETENTION_CONVERSATIONS_DAYS: wholeNumber(0, maxDays, 0),
  RETENTION_RESEARCH_DAYS: wholeNumber(0, maxDays, 0),
  RETENTION_USAGE_DAYS: wholeNumber(0, maxDays, 0).refine(
    (days) => days === 0 || days >= minUsageDays,
    `use 0, or at least ${minUsageDays} days: monthly budgets need the usage of the current month`,
  ),
};

export interface Retention {
  AUDIT_RETENTION_DAYS: number;
  RETENTION_CONVERSATIONS_DAYS: number;
  RETENTION_RESEARCH_DAYS: number;
  RETENTION_USAGE_DAYS: number;
}

const daysOf = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`);

/** Sentences for the privacy page, each with a leading space. */
export function retentionWords(retention: Retention): string {
  const kinds: [days: number, sentence: (days: string) => string][] = [
    [retention.AUDIT_RETENTION_DAYS, (days) => `The activity log keeps your email address for ${days}.`],
    [
      retention.RETENTION_CONVERSATIONS_DAYS,
      (days) => `Conversations are deleted ${days} after their last message, pinned and archived ones too.`,
    ],
    [
      retention.RETENTION_RESEARCH_DAYS,
      (days) => `The plan, notes and pages of a research run are deleted ${days} after it ends. Its report stays.`,
    ],
    [retention.RETENTION_USAGE_DAYS, (days) => `Your usage of AI models is made anonymous after ${days}.`],
  ];
  return kinds.map(([days, sentence]) => (days > 0 ? ` ${sentence(daysOf(days))}` : '')).join('');
}
