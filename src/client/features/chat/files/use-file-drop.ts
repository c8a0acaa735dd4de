import { useEffect, useState } from 'react';

/**
 * Accepts files that are dropped anywhere on the screen, or pasted. Returns whether files are dragged over the page.
 * Active from the first paint, because a file dropped before that would replace the page.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal });

    listen('dragover', (event) => {
      const { dataTransfer, defaultPrevented } = event;
      if (!containsFiles(dataTransfer)) return;
      const isRejected = isBehindDialog();
      // Prevented already: the element under the pointer accepts files itself, such as a project or a dialog.
      setIsOver(!isRejected && !defaultPrevented);
      if (dataTransfer && isRejected && !defaultPrevented) dataTransfer.dropEffect = 'none';
      // Otherwise some browsers ignore the listener for drops, and open the file.
      event.preventDefault();
    });
    listen('dragleave', (event) => {
      // Between two elements, relatedTarget is the element entered; it is null outside the window.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!containsFiles(event.dataTransfer) || event.defaultPrevented) return;
      // A dropped file must never replace the page, even if it is not accepted.
      event.preventDefault();
      if (!isBehindDialog()) onFiles(Array.from(event.dataTransfer?.files ?? []));
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

const containsFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true;

/** Dialogs handle files themselves. */
const isBehindDialog = () => document.querySelector('dialog[open]') !== null;

const isOtherField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, [contenteditable="true"]') !== null;

/** A table copied from a spreadsheet also contains an image of itself; the user wants its text. */
function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || (data.types.includes('text/plain') && data.types.includes('text/html'))) return [];
  return Array.from(data.files);
}
