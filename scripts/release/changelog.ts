/** Reads and changes CHANGELOG.md: sections are headed `## Unreleased` or `## 1.2.3 – yyyy-mm-dd`. */

const unreleased = '## Unreleased';

/** The text below a section's heading, without the heading; null when there is no such section. */
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

/** What is unreleased becomes the section of a version. Throws in words when there is nothing to release. */
export function withRelease(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, `## ${version}`) !== null) throw new Error(`CHANGELOG.md already has version ${version}.`);
  if (!sectionOf(changelog, unreleased)) throw new Error(`CHANGELOG.md lists no changes under "${unreleased}".`);
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} – ${day}`);
}

/** True when `next` is a higher version than `current`; both like 1.2.3. */
export function isHigher(next: string, current: string): boolean {
  const [a, b] = [next, current].map((version) => version.split('.').map(Number));
  for (const [index, part] of (a ?? []).entries()) {
    const other = b?.[index] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}

/** The notes of a release: its changes, and how to check what readers run. */
export function releaseNotes(changelog: string, version: string, hashes: { script: string; page: string }): string {
  const changes = sectionOf(changelog, `## ${version}`);
  if (!changes) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return `# qInsight ${version}\n\n${changes}\n\n## Verify the track record\n\nSHA-256 of \`verify.mjs\`: \`${hashes.script}\`\n\nSHA-256 of \`verify.html\`: \`${hashes.page}\`\n`;
}
