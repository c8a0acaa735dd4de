import { welcomeWords as words } from '~/client/words/welcome';

/** A greeting for the local time of day, with the user's first name if known. */
export function greeting(now: Date, firstName: string | null | undefined): string {
  const hour = now.getHours();
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  const name = firstName?.trim();
  return name ? `${words.greetings[part]}, ${name}` : words.greetings[part];
}
