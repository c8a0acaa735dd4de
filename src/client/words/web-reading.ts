const seconds = (milliseconds: number) => `${Math.max(1, Math.round(milliseconds / 1000))} s`;
const pageCount = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`;

/** Separate from the texts of the thread, because only some answers need them. */
export const webReadingWords = {
  read: (pages: number, cited: number, milliseconds: number) =>
    `Read ${pageCount(pages)}, cited ${cited} · ${seconds(milliseconds)}`,
  searched: (milliseconds: number) => `Searched the web · ${seconds(milliseconds)}`,
} as const;
