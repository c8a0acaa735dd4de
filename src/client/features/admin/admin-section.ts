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

/** The admin section that a URL parameter names; undefined for any other value. */
export const adminSection = (text: unknown): AdminSection | undefined => sections.find((section) => section === text);
