import { section } from '../lib/words';

export const userMenuWords = section('userMenu', {
  account: 'Account',
  signedInAs: 'Signed in as',
  settings: 'Settings',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
});
