/** Who can create an account with a password. Accounts of sign-in providers follow the settings of their provider. */
export const signUpModes = ['open', 'invitation', 'domain', 'waitlist', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];
