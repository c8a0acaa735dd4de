/**
 * Copies text to the clipboard. Also works on plain HTTP, where browsers hide the Clipboard API. The HTML is for
 * targets that accept formatted text; if it can't be copied, only the text is.
 */
export async function copyText(text: string, html?: string): Promise<void> {
  if (html !== undefined && navigator.clipboard && typeof ClipboardItem !== 'undefined') {
    const kinds = { 'text/plain': text, 'text/html': html };
    const blobs = Object.entries(kinds).map(([type, content]) => [type, new Blob([content], { type })]);
    return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isCopied) throw new Error('The browser refused to copy');
}
