/** Names that people give to files: shown to others, put into headers, judged by their extension. */
const maxLength = 255;
/** The end of a name decides; of a longer one only this much is looked at. */
const maxRead = 2000;
const fallback = 'file';

/** Line breaks, controls, and the characters that make a name read differently from how it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** One line, without a folder, reading in one direction, never empty, at most 255 long; the extension stays. */
export function safeFileName(name: string): string {
  const leaf =
    withoutLoneSurrogates(name.slice(-maxRead)).normalize('NFC').replace(unsafe, '').split(/[/\\]/).pop() ?? '';
  // A trailing dot or space is dropped by some systems, and then the extension is another one.
  const trimmed = leaf.replace(/\s+/g, ' ').replace(/^ +|[. ]+$/g, '');
  const { stem, extension } = split(trimmed);
  const ending = extension === '' ? '' : `.${extension}`;
  const usable = stem.replace(/^[. ]+/, '') || fallback;
  return `${shorten(usable, maxLength - ending.length)}${ending}`;
}

/** In lower case, without its dot; by the last dot, so that photo.png.exe is an exe. */
export function extensionOf(name: string): string {
  return split(name).extension.toLowerCase();
}

export function withoutLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  // What is long or has spaces in it is a sentence with a full stop and no extension.
  if (!/^[^\s.]{1,16}$/.test(extension)) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension };
}

function shorten(text: string, length: number): string {
  return withoutLoneSurrogates(text.slice(0, length)).trimEnd();
}
