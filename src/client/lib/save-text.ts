interface TextFile {
  fileName: string;
  mediaType: string;
  text: string;
}

/** Saves a text as a file, through the browser's download. */
export function saveText({ fileName, mediaType, text }: TextFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari starts the download shortly after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
