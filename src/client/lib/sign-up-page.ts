/** The sign-in page with its sign-up tab open. */
export const signUpPage = '/auth#sign-up';
