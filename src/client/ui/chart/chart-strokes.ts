/** The strokes of series, which differ by dashes as well as color. */
export const chartStrokes = {
  accent: { stroke: 'accent', dash: undefined },
  quiet: { stroke: 'fg.subtle', dash: '4 3' },
  /** A weaker version of the main series, for stated figures next to verified ones. */
  dashed: { stroke: 'accent', dash: '2 4' },
} as const;
