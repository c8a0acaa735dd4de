/** The address typed on one of the screens before the session, for the next of them; forgotten with the page. */
let typed = '';

export const typedEmail = (): string => typed;

export function keepTypedEmail(email: string): void {
  typed = email;
}
