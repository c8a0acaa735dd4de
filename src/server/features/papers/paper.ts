/** A conversation as a document, whatever kind of file becomes of it. */

/** A piece of text in one style, or the mark of a footnote. */
export interface Run {
  text: string;
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  isCode?: boolean;
  /** Code that is the TeX of a formula. Versions before show the code. */
  isMath?: boolean;
  /** Only addresses that a reader may follow. */
  url?: string;
  /** In place of `text`, which is empty: the footnote that is marked here. */
  note?: Note;
}

export interface Note {
  text: string;
  url?: string;
  /** A place in a file of the reader's own; of a shared link, in a file that the link contains. */
  file?: { id: string; at?: number };
}

export type Align = 'left' | 'center' | 'right';

export type Block =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'heading'; level: number; runs: Run[] }
  /** `isMath`: the TeX of a formula. */
  | { kind: 'code'; text: string; isMath?: boolean }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  /** The first row is the header. */
  | { kind: 'table'; columns: Align[]; rows: Run[][][] }
  | { kind: 'rule' };

export interface Section {
  heading: string;
  blocks: Block[];
  /** Names of the files that were sent with the message. */
  files: string[];
  /** Their ids, in the same order; absent in papers of earlier versions. */
  fileIds?: string[];
  /** What the page says below an answer. */
  remarks: string[];
}

export interface Paper {
  title: string;
  /** Date, models and what the checks of sources found. */
  cover: string[];
  sections: Section[];
}
