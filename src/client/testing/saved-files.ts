import { onTestFinished, vi } from 'vitest';

interface SavedFile {
  name: string;
  blob: Blob;
}

/** Collects the files that the page saves, instead of downloading them, until the end of the test. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:http://localhost/${blobs.size + 1}`;
    blobs.set(address, blob as Blob);
    return address;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    if (blob) files.push({ name: this.download, blob });
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return files;
}
