/** The colors of diagrams. Diagrams are images, which the page's CSS variables don't reach. */
export type DiagramMode = 'dark' | 'light';

/** Slices that differ from the background and from each other. By default they derive from box colors, which don't. */
const pie = (slices: readonly string[], gap: string) => ({
  ...Object.fromEntries(slices.map((color, index) => [`pie${index + 1}`, color])),
  pieOpacity: '1',
  pieStrokeColor: gap,
  pieOuterStrokeColor: gap,
  pieTitleTextSize: '17px',
  pieSectionTextSize: '14px',
  pieLegendTextSize: '14px',
});

const dark = {
  darkMode: true,
  background: '#0a0c10',
  primaryColor: '#1b2233',
  primaryTextColor: '#eceef2',
  primaryBorderColor: '#6478b8',
  secondaryColor: '#16282c',
  tertiaryColor: '#14171f',
  lineColor: '#9aa3b2',
  textColor: '#eceef2',
  noteBkgColor: '#2a2618',
  noteTextColor: '#eceef2',
  noteBorderColor: '#7a6c3c',
  edgeLabelBackground: '#12151c',
  ...pie(['#5b68c9', '#2f8aa8', '#7a5fb0', '#4a7f86', '#8a93ad', '#3f5aa0'], '#0a0c10'),
};

const light = {
  darkMode: false,
  background: '#fbfaf7',
  primaryColor: '#eef0fb',
  primaryTextColor: '#15181e',
  primaryBorderColor: '#6f7fd0',
  secondaryColor: '#e6f3f3',
  tertiaryColor: '#f4f2ec',
  lineColor: '#5b6472',
  textColor: '#15181e',
  noteBkgColor: '#fdf6df',
  noteTextColor: '#15181e',
  noteBorderColor: '#b6a25a',
  edgeLabelBackground: '#fbfaf7',
  ...pie(['#a9b2f0', '#9fd3e3', '#cbb9ee', '#a8d6cf', '#c9ced9', '#8fa6e0'], '#fbfaf7'),
};

export const diagramColors = { dark, light } as const;
