import { welcomeWords as words } from '~/client/words/welcome';

/** By the user's own clock, with the first name where one is known. */
export function greeting(now: Date, firstName: string | null | undefined): string {
  const hour = now.getHours();
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  const name = firstName?.trim();
  return name ? `${words.greetings[part]}, ${name}` : words.greetings[part];
}
