export const welcomeWords = {
  welcome: 'Select a conversation or start a new chat to begin.',
  instructions: 'Instructions',
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  noContents: 'Add instructions and files',
  greetings: { morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening' },
} as const;
