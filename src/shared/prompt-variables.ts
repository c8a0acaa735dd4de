/** Variables in the text of a prompt: {{name}}, or {{name=default}}. */

export interface PromptVariable {
  name: string;
  /** Empty without one. */
  default: string;
}

/** Names have neither braces nor '='; they and defaults are on one line. */
const pattern = /\{\{([^{}=\r\n]+)(?:=([^{}\r\n]*))?\}\}/g;

/** Each name once, in the order of the text. The first default of a name counts. */
export function variablesIn(text: string): PromptVariable[] {
  const found = new Map<string, string>();
  for (const [, written = '', preset = ''] of text.matchAll(pattern)) {
    const name = written.trim();
    if (name !== '' && !found.get(name)) found.set(name, preset.trim());
  }
  return [...found].map(([name, preset]) => ({ name, default: preset }));
}

/** The text with the values in place of the variables. What a value contains is not read as a variable. */
export const withValues = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(pattern, (whole, name: string) => values.get(name.trim()) ?? whole);
