import type { Prompt } from '~/shared/schemas/prompts';

/** The text after the slash while it can be the name of a prompt; undefined for a path, or a text of several lines. */
export const filterIn = (text: string): string | undefined => /^\/([^/\n]{0,100})$/.exec(text)?.[1]?.trim();

/** Filters the results of a shorter search by all words, until the server has responded. */
export function matchingPrompts(prompts: readonly Prompt[], filter: string): Prompt[] {
  const words = filter.toLowerCase().split(/\s+/);
  return prompts.filter(({ title, text }) => {
    const content = `${title} ${text}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
}
