/** Whether a table's cell is a figure, at most with a unit. Words keep proportional figures, whose hyphens are narrower. */
export const isFigure = (content: string): boolean => /\d/.test(content) && !/\p{L}{3}/u.test(content);
