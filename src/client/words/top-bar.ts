export const topBarWords = {
  main: 'Main',
  home: 'home',
  menu: 'Menu',
  closeMenu: 'Close menu',
  signIn: 'Sign In',
  skip: 'Skip to content',
} as const;
