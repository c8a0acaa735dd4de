/** The inputs of the panel's lists; their query keys are made of them. */
export const listInput = { current: { projectId: 'none' }, archived: { archived: 'only' } } as const;

export type ListInput = { projectId: string } | { archived: 'only' };
