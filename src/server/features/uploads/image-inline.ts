/** How a stored file is handed back to a browser. */
import { safeFileName } from '~/server/reading/detect/file-name';

/** Pictures made of pixels, and nothing that can hold a script: SVG is a document and is never among them. */
const inlineTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether a page may show a file of this sniffed type; everything else is downloaded. */
export function showsInline(type: string): boolean {
  return inlineTypes.has(type);
}

/** The value of Content-Disposition. The second name is RFC 5987's, for everything beyond ASCII. */
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

/** Some pictures are kept as another kind than they came; the name then ends as the kind does. */
export function nameFor(name: string, type: string): string {
  const extension = extensions[type];
  const isRight =
    !extension || new RegExp(`\\.(${extension}${extension === 'jpg' ? '|jpe|jpeg|jfif' : ''})$`, 'i').test(name);
  return isRight ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`;
}
