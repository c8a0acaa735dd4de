import { section } from '../lib/words';

export const userMenuWords = section('userMenu', {
  account: 'Account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  startPage: 'Start page',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
});
