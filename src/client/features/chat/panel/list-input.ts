/** The inputs of the two conversation lists; their query keys are made of them. */
export const listInput = { current: {}, archived: { archived: 'only' } } as const;
