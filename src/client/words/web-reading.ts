const seconds = (milliseconds: number) => `${Math.max(1, Math.round(milliseconds / 1000))} s`;
const pageCount = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`;

/** Apart from the words of the thread: they load with the answers that need them. */
export const webReadingWords = {
  read: (pages: number, cited: number, milliseconds: number) =>
    `Read ${pageCount(pages)}, cited ${cited} · ${seconds(milliseconds)}`,
  searched: (milliseconds: number) => `Searched the web · ${seconds(milliseconds)}`,
} as const;
