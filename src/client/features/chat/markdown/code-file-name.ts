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

/** A file name for a code block. The extension is usually the language's name; the exceptions are listed. */
export function fileNameOf(language = 'txt'): string {
  const name = language.toLowerCase();
  const known = extensions[name];
  if (known) return `code.${known}`;
  return /^[a-z0-9]{1,8}$/.test(name) ? `code.${name}` : 'code.txt';
}
