import { section } from '../lib/words';

export const authWords = section('auth', {
  tabs: 'Sign in or sign up',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  email: 'Email',
  sessionFailed: 'Could not load your session',
  accessDenied: 'Access Denied',
  accessDeniedHint: "You don't have permission to access this page.",
  signInFailed: 'Login failed',
  signInTitle: 'Sign in',
  password: 'Password',
  signingIn: 'Signing in...',
  signUpFailed: 'Registration failed',
  signUpTitle: 'Sign up',
  firstName: 'First Name',
  lastName: 'Last Name',
  creatingAccount: 'Creating account...',
  createAccount: 'Create Account',
  tagline: (product: string) => `Get started with ${product} AI and Live Search`,
  home: (company: string) => `${company} home`,
  minLength: (count: number) => `At least ${count} characters`,
});
