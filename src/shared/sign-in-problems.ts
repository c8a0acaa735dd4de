/** Why a sign-in through a provider failed: the values of `/auth?problem=`. */
const signInProblems = [
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

/** The problem in a URL, or undefined if it is unknown. */
export const signInProblem = (text: unknown): SignInProblem | undefined =>
  signInProblems.find((problem) => problem === text);
