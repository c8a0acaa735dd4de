import { useEffect, useState } from 'react';
import { containsFiles } from '~/client/lib/file-drops';

/** Accepts files that are dropped anywhere on the screen, or pasted. Returns whether files are dragged over the page. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal });

    listen('dragover', (event) => {
      if (!containsFiles(event.dataTransfer)) return;
      // Already prevented: the element under the pointer accepts files itself, such as a project.
      const isAccepted = !event.defaultPrevented && !isBehindDialog();
      setIsOver(isAccepted);
      if (isAccepted) event.preventDefault();
    });
    listen('dragleave', (event) => {
      // Between two elements, relatedTarget is the element entered; it is null outside the window.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!containsFiles(event.dataTransfer) || event.defaultPrevented || isBehindDialog()) return;
      event.preventDefault();
      onFiles(Array.from(event.dataTransfer.files));
    });
    listen('paste', (event) => {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0 || event.defaultPrevented || isBehindDialog() || isOtherField(event.target)) return;
      event.preventDefault();
      onFiles(files);
    });
    return () => stop.abort();
  }, [onFiles]);

  return isOver;
}

/** Dialogs handle files themselves. */
const isBehindDialog = () => document.querySelector('dialog[open]') !== null;

const isOtherField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, [contenteditable="true"]') !== null;

/** A table copied from a spreadsheet also contains an image of itself; the user wants its text. */
function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || (data.types.includes('text/plain') && data.types.includes('text/html'))) return [];
  return Array.from(data.files);
}
