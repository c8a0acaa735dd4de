/** The sign-in screen with its other tab. */
export const signUpPage = '/auth#sign-up';
