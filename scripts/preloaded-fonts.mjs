/** The fonts that the first screen of every page is set in. Code is rarely on it: its font is loaded when it is used. */
const preloaded = /(inter|instrument-sans)-latin-wght-normal.*\.woff2$/;

export const preloadedFonts = (files) => files.filter((file) => preloaded.test(file));
