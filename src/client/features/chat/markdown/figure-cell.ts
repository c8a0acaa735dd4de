/** Whether a cell is a figure, with or without a unit. Text keeps proportional figures, whose hyphens are narrower. */
export const isFigure = (content: string): boolean => /\d/.test(content) && !/\p{L}{3}/u.test(content);
