/** Why a sign-in through a provider failed, as `/auth?problem=` names it. */
export const signInProblems = [
  'expired',
  'declined',
  'unavailable',
  'refused',
  'locked',
  'deactivated',
  'email-unverified',
  'email-domain',
  'no-account',
  'account-exists',
  'other-account',
  'too-many',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** The problem that an address names, if there is such a problem. */
export const signInProblem = (text: unknown): SignInProblem | undefined => signInProblems.find((one) => one === text);
