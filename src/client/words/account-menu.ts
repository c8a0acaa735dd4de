import { section } from '~/client/lib/words';

export const accountMenuWords = section('accountMenu', {
  account: 'Settings and account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  startPage: 'Start page',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
});
