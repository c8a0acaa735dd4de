export const appWords = {
  newVersion: 'A new version is available',
  newVersionHint: 'This page was updated. Reload to continue.',
  reload: 'Reload',
  pageFailedHint: "This page couldn't be displayed. Your saved data is safe.",
  sessionFailed: "Couldn't load your session",
  sessionEnded: 'Your session has ended',
  sessionEndedHint: 'Sign in to continue where you left off.',
  offline: 'You appear to be offline. Check your connection and try again.',
  unreachable: "Can't reach the server. Try again in a moment.",
  connectionLost: 'The connection was lost.',
} as const;
