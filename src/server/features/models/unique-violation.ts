import { codeOf } from '~/server/lib/caught';

/** Whether a row with the same unique value exists. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === 'P2002';
