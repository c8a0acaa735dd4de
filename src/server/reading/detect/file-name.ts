/** Names of uploaded files: shown to others, used in headers, and checked by extension. */
import { unsafeCharacters } from '~/shared/unsafe-characters';

const maxLength = 255;
/** The end of a name decides; only this much of a longer one is checked. */
const maxRead = 2000;
const fallback = 'file';

/** One line, without a folder, without direction marks, never empty, at most 255 characters; the extension is kept. */
export function safeFileName(name: string): string {
  const leaf =
    withoutLoneSurrogates(name.slice(-maxRead)).normalize('NFC').replace(unsafeCharacters, '').split(/[/\\]/).pop() ??
    '';
  // Some systems drop a trailing dot or space, which would change the extension.
  const trimmed = leaf.replace(/\s+/g, ' ').replace(/^ +|[. ]+$/g, '');
  const { stem, extension } = split(trimmed);
  const ending = extension === '' ? '' : `.${extension}`;
  const usable = stem.replace(/^[. ]+/, '') || fallback;
  return `${shorten(usable, maxLength - ending.length)}${ending}`;
}

/** In lower case, without its dot; after the last dot, so that photo.png.exe is an exe. */
export function extensionOf(name: string): string {
  return split(name).extension.toLowerCase();
}

export function withoutLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  // A long ending, or one with spaces, is a sentence with a full stop and not an extension.
  if (!/^[^\s.]{1,16}$/.test(extension)) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension };
}

function shorten(text: string, length: number): string {
  return withoutLoneSurrogates(text.slice(0, length)).trimEnd();
}
