/** The fonts of every page's first screen. The code font is loaded on use, because code is rarely on it. */
const preloaded = /(inter|instrument-sans)-latin-wght-normal.*\.woff2$/;

export const preloadedFonts = (files) => files.filter((file) => preloaded.test(file));
