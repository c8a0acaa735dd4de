/** The fields of a user that their own sessions and tokens may read. */
export const publicFields = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  profileImageUrl: true,
  isAdmin: true,
  isLocked: true,
  createdAt: true,
  updatedAt: true,
} as const;
