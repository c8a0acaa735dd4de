import type { Citation } from '~/shared/schemas/citations';
import type { Activity } from '~/shared/schemas/messages';

/** Maps a citation in the model's text to the rewritten text. */
export function placed(citation: Citation, rewrite: { placeOf(offset: number, isEnd?: boolean): number }): Citation {
  const { start, end } = citation;
  return {
    ...citation,
    ...(start !== undefined && { start: rewrite.placeOf(start) }),
    ...(end !== undefined && { end: rewrite.placeOf(end, true) }),
  };
}

/** The activities with one updated. */
export function withActivity(activities: Activity[], next: Activity, replaced?: string): Activity[] {
  const index = activities.findIndex(({ kind, label }) => kind === next.kind && label === next.label);
  const earlier = activities.findIndex(({ label, state }) => label === replaced && state === 'running');
  if (index < 0) return earlier < 0 ? [...activities, next] : activities.with(earlier, next);
  return activities.with(index, next).filter((_, place) => place !== earlier);
}

const webKinds: ReadonlySet<Activity['kind']> = new Set(['web_search', 'web_page', 'x_search']);

/** Whether the activity uses the live web. */
export const isWebActivity = ({ kind }: Activity): boolean => webKinds.has(kind);
