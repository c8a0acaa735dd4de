/** Where operator commands print what they do. */
export interface Io {
  print(text: string): void;
  warn(text: string): void;
}
