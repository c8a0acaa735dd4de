/** How stored files are sent to browsers. */
import { safeFileName } from '~/server/reading/detect/file-name';

/** Raster images only: SVG is a document that can contain scripts. */
const inlineTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether a page may display a file of this detected type; everything else is downloaded. */
export function showsInline(type: string): boolean {
  return inlineTypes.has(type);
}

/** The Content-Disposition header. The second name is in the format of RFC 5987, for characters outside ASCII. */
export function contentDisposition(
  name: string,
  type: string,
  disposition: 'inline' | 'attachment' = showsInline(type) ? 'inline' : 'attachment',
): string {
  const safe = safeFileName(name);
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** Some images are converted to another type; the extension is adjusted to it. */
export function nameFor(name: string, type: string): string {
  const extension = extensions[type];
  const isRight =
    !extension || new RegExp(`\\.(${extension}${extension === 'jpg' ? '|jpe|jpeg|jfif' : ''})$`, 'i').test(name);
  return isRight ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`;
}
