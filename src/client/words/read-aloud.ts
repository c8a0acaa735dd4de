export const readAloudWords = {
  read: 'Read aloud',
  stop: 'Stop reading',
} as const;
