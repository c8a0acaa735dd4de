/** A row with the same unique value exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === 'P2002';
