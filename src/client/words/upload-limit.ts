/** Explains why files wait although the connection works. */
export const uploadLimitWords = {
  waiting: 'Waiting for the upload limit',
  continues: (seconds: number) => `continues in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  waitingFor: (seconds: number): string => `${uploadLimitWords.waiting}, ${uploadLimitWords.continues(seconds)}`,
} as const;
