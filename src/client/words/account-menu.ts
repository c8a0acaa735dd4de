export const accountMenuWords = {
  account: 'Settings and account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  collections: 'Collections',
  startPage: 'Home',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
} as const;
