import type { UserRow } from '~/shared/schemas/accounts';
import type { CurrentUser } from '~/shared/schemas/auth';

export const ada: CurrentUser = {
  id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  isAdmin: false,
  isLocked: false,
  createdAt: new Date('2026-01-05T09:00:00Z'),
  updatedAt: new Date('2026-01-05T09:00:00Z'),
};

/** The same user in the list of administrators. */
export const adaRow: UserRow = { ...ada, hasSecondFactor: false, isEmailConfirmed: null };
