/** How a series looks: told apart by dashes as well as by colour. */
export const chartStrokes = {
  accent: { stroke: 'accent', dash: undefined },
  quiet: { stroke: 'fg.subtle', dash: '4 3' },
} as const;
