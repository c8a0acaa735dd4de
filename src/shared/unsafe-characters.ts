/** Control characters, line breaks, and invisible characters that can disguise a file name. */
export const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
