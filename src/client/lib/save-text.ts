interface TextFile {
  fileName: string;
  mediaType: string;
  text: string;
}

export const saveText = ({ fileName, mediaType, text }: TextFile): void =>
  saveBlob(new Blob([text], { type: mediaType }), fileName);

/** Saves a file through the browser's download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Browsers read the blob after this event, Safari later than others; a minute is enough to start.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
