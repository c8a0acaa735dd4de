import type { SignInMethods } from '~/shared/schemas/identities';

/** The sign-in methods of a user who has only a password. */
export const signInMethods: SignInMethods = {
  hasPassword: true,
  hasPasskey: false,
  hasApp: false,
  hasSecondFactor: false,
  isPasskeyConfirmed: false,
  isConfirmed: false,
  identities: [],
  available: [],
  confirmWith: [],
};
