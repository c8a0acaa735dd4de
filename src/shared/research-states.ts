/** Separate from the schemas, so that the browser doesn't load zod for them. */
export const researchStates = [
  'planning',
  'planned',
  'queued',
  'running',
  'writing',
  'done',
  'stopped',
  'failed',
] as const;
export type ResearchState = (typeof researchStates)[number];

/** States in which work is pending or running. */
export const runningStates: readonly ResearchState[] = ['planning', 'queued', 'running', 'writing'];
