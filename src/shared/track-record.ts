export const firstPreviousHash = '0'.repeat(64);
