export const accountMenuWords = {
  account: 'Settings and account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  startPage: 'Home',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
} as const;
