const extensions: Record<string, string> = {
  bash: 'sh',
  csharp: 'cs',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
  yml: 'yaml',
};

/** The name of a file with the code. Most languages are named as their files end; the others are listed. */
export function fileNameOf(language = 'txt'): string {
  const name = language.toLowerCase();
  const known = extensions[name];
  if (known) return `code.${known}`;
  return /^[a-z0-9]{1,8}$/.test(name) ? `code.${name}` : 'code.txt';
}
