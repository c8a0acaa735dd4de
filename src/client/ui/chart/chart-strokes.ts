/** How a series looks: told apart by dashes as well as by colour. */
export const chartStrokes = {
  accent: { stroke: 'accent', dash: undefined },
  quiet: { stroke: 'fg.subtle', dash: '4 3' },
  /** The main series in a weaker version, such as stated beside verified figures. */
  dashed: { stroke: 'accent', dash: '2 4' },
} as const;
