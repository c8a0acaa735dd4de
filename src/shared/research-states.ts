/** Apart from the schemas: the browser needs them without the library that validates. */
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

/** Something is being done for it. */
export const runningStates: readonly ResearchState[] = ['planning', 'queued', 'running', 'writing'];
