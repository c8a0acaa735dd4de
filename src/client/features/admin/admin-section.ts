const sections = [
  'users',
  'groups',
  'invitations',
  'waitlist',
  'usage',
  'audit',
  'models',
  'search',
  'status',
] as const;
export type AdminSection = (typeof sections)[number];

/** The part of the administration an address names, if there is such a part. */
export const adminSection = (text: unknown): AdminSection | undefined => sections.find((section) => section === text);
