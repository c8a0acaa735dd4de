export const topBarWords = {
  main: 'Main',
  home: 'home',
  menu: 'Menu',
  signIn: 'Sign In',
  skip: 'Skip to content',
} as const;
