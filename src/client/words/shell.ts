export const shellWords = {
  label: 'Main',
  chat: 'Chat',
  knowledge: 'Knowledge',
  trackRecord: 'Track record',
  settings: 'Settings',
} as const;
