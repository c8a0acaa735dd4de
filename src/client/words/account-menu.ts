export const accountMenuWords = {
  account: 'Settings and account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  startPage: 'Start page',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
} as const;
