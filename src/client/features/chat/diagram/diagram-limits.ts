/** Characters of code. Drawing blocks the page and can't be interrupted; within this limit it is short. */
export const longestDiagram = 10_000;
