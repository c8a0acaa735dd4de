/** Variables in a prompt: {{name}} or {{name=default}}. */

export interface PromptVariable {
  name: string;
  /** Empty if there is no default. */
  default: string;
}

/** Names contain neither braces nor '='. Names and defaults are on one line. */
const pattern = /\{\{([^{}=\r\n]+)(?:=([^{}\r\n]*))?\}\}/g;

/** Each variable once, in text order. The first default of a name is used. */
export function variablesIn(text: string): PromptVariable[] {
  const presets = new Map<string, string>();
  for (const [, written = '', preset = ''] of text.matchAll(pattern)) {
    const name = written.trim();
    if (name !== '' && !presets.get(name)) presets.set(name, preset.trim());
  }
  return [...presets].map(([name, preset]) => ({ name, default: preset }));
}

/** Replaces variables by their values. Values are not searched for variables. */
export const withValues = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(pattern, (whole, name: string) => values.get(name.trim()) ?? whole);
