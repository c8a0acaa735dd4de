/** The inputs of the panel's list queries, which are part of their query keys. */
export const listInput = { current: { projectId: 'none' }, archived: { archived: 'only' } } as const;

export type ListInput = { projectId: string } | { archived: 'only' };
