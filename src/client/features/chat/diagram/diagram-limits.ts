/** Characters of the code. Drawing keeps the page busy and can't be interrupted: within this limit it takes a moment. */
export const longestDiagram = 10_000;
