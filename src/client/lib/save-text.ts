interface TextFile {
  fileName: string;
  mediaType: string;
  text: string;
}

/** Gives the reader a text as a file, by the browser's own download. */
export function saveText({ fileName, mediaType, text }: TextFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari starts the download a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
