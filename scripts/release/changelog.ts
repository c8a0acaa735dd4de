/** Reads and updates CHANGELOG.md, whose sections are `## Unreleased` or `## 1.2.3 – yyyy-mm-dd`. */

const unreleased = '## Unreleased';

/** The text of a section without its heading, or null if there is no such section. */
export function sectionOf(changelog: string, heading: string): string | null {
  const lines = changelog.split('\n');
  const from = lines.findIndex((line) => line === heading || line.startsWith(`${heading} – `));
  if (from === -1) return null;
  const to = lines.findIndex((line, index) => index > from && line.startsWith('## '));
  return lines
    .slice(from + 1, to === -1 ? undefined : to)
    .join('\n')
    .trim();
}

/** Turns the unreleased changes into the section of a version. Throws if there are none, or if the version exists. */
export function withRelease(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, `## ${version}`) !== null) throw new Error(`CHANGELOG.md already has version ${version}.`);
  if (!sectionOf(changelog, unreleased)) throw new Error(`CHANGELOG.md lists no changes under "${unreleased}".`);
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} – ${day}`);
}

/** Whether `next` is a higher version than `current`; both in the form 1.2.3. */
export function isHigher(next: string, current: string): boolean {
  const [a, b] = [next, current].map((version) => version.split('.').map(Number));
  for (const [index, part] of (a ?? []).entries()) {
    const other = b?.[index] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}

/** The notes of a release: its changes, and how to verify the files that users run. */
export function releaseNotes(changelog: string, version: string, hashes: { script: string; page: string }): string {
  const changes = sectionOf(changelog, `## ${version}`);
  if (!changes) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return `# qInsight ${version}\n\n${changes}\n\n## Verify the track record\n\nSHA-256 of \`verify.mjs\`: \`${hashes.script}\`\n\nSHA-256 of \`verify.html\`: \`${hashes.page}\`\n`;
}
