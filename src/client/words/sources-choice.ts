/** Separate from the texts of the composer, because these load later. */
export const sourcesChoiceWords = {
  label: (chosen: string) => `Sources: ${chosen}`,
  names: { web: 'Web', offline: 'No web', files: 'Only my files' },
  notes: {
    web: 'The live web, your files and the portfolio',
    offline: 'Your files and the portfolio',
    files: 'Your files and collections, nothing else',
  },
  unavailable: 'Not available with this AI model',
  webOff: 'Web is off',
  onlyFiles: 'Only your files',
  noLiveSearch: 'No live search',
  noLiveSearchOffline: 'No live search (no AI model connected)',
  noTools: "No live search (this AI model can't use tools)",
  setUp: 'Add a search provider in Settings',
  askAdministrator: 'Ask your administrator to set it up.',
  receipt: 'Receipt',
  answered: { offline: 'Without the web', files: 'Only your files' },
} as const;
