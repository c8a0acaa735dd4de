import { section } from '~/client/lib/words';

export const topBarWords = section('topBar', {
  main: 'Main',
  home: 'home',
  menu: 'Menu',
  signIn: 'Sign In',
  skip: 'Skip to content',
});
