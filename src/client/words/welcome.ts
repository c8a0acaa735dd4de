export const welcomeWords = {
  welcome: 'Select a conversation or start a new chat to begin.',
  greetings: { morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening' },
} as const;
