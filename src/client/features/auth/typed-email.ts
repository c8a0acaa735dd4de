/** The email typed on one signed-out screen, offered on the next; lost on reload. */
let typed = '';

export const typedEmail = (): string => typed;

export function saveTypedEmail(email: string): void {
  typed = email;
}
