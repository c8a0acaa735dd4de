export const containsFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') === true;

/** Rejects files that no element accepts, because they would replace the page. Returns a function that ends this. */
export function rejectFileDrops(): () => void {
  const stop = new AbortController();
  const reject = (event: DragEvent) => {
    const { dataTransfer, defaultPrevented } = event;
    // Already prevented: the element under the pointer accepts the files.
    if (defaultPrevented || !containsFiles(dataTransfer)) return;
    dataTransfer.dropEffect = 'none';
    event.preventDefault();
  };
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, reject, stop);
  return () => stop.abort();
}
