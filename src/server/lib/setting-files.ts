/**
 * Settings in files, as Docker and systemd pass secrets: `NAME_FILE` is the path of a file with the value of `NAME`.
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { codeOf } from './caught';

type Source = Record<string, string | undefined>;
type Problem = [name: string, fix: string];

/** Adds the lines of a `.env` file. If the environment has either form of a setting, even empty, it overrides both. */
export function addSettings(environment: Source, file: string, names: readonly string[]): void {
  const forms = names.map((name) => [name, `${name}_FILE`]);
  const overridden = new Set(forms.filter((pair) => pair.some((form) => form in environment)).flat());
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    if (!overridden.has(name)) environment[name] ??= value;
}

/**
 * The settings of `source` with those in files. Problems name neither path nor value: a secret may be in either place.
 */
export function withSettingFiles(source: Source, names: readonly string[]): { values: Source; problems: Problem[] } {
  const values = { ...source };
  const problems = names.flatMap((name): Problem[] => {
    const setting = `${name}_FILE`;
    const file = source[setting]?.trim();
    if (!file) return [];
    if (source[name]?.trim()) return [[setting, `remove it, or remove ${name}: only one of them may be set`]];
    const { text, code } = readText(file);
    values[name] = text;
    return text ? [] : [[setting, code ? `the file can't be read (${code})` : 'the file is empty']];
  });
  return { values, problems };
}

function readText(file: string): { text?: string; code?: string } {
  try {
    return { text: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    return { code: codeOf(error) ?? 'unknown error' };
  }
}
