/** Where operator commands print what they do. */
export interface Io {
  say(words: string): void;
  warn(words: string): void;
}
