import { section } from '../lib/words';

export const topBarWords = section('topBar', {
  main: 'Main',
  home: 'home',
  menu: 'Menu',
  signIn: 'Sign In',
  signedInAs: 'Signed in as',
  account: 'Settings and account',
  settings: 'Settings',
  signOut: 'Sign Out',
  signOutFailed: 'Logout failed',
  skip: 'Skip to content',
});
