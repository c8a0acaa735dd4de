/** The email typed on one signed-out screen, offered on the next; lost on reload. */
let lastEmail = '';

export const typedEmail = (): string => lastEmail;

export function saveTypedEmail(email: string): void {
  lastEmail = email;
}
