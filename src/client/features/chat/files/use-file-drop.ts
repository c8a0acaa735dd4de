import { useEffect, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the screen, or pasted. Returns whether files are held above the page. It
 * listens from the first paint: a file dropped before that would replace the page.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal });

    listen('dragover', (event) => {
      if (!holdsFiles(event.dataTransfer) || isBehindDialog()) return;
      // Where they are held, something else takes them: a project in the panel.
      setIsOver(!event.defaultPrevented);
      event.preventDefault();
    });
    listen('dragleave', (event) => {
      // Between two elements the other one is named; outside of the window there is none.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!holdsFiles(event.dataTransfer) || event.defaultPrevented) return;
      // A dropped file must never replace the page, also where it is not wanted.
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

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true;

/** A dialog has places of its own for files. */
const isBehindDialog = () => document.querySelector('dialog[open]') !== null;

const isOtherField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, [contenteditable="true"]') !== null;

/** A table copied from a spreadsheet comes with a picture of itself; then its text is what was meant. */
function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || (data.types.includes('text/plain') && data.types.includes('text/html'))) return [];
  return Array.from(data.files);
}
