/** A conversation as a document, independent of the file format. */

/** Text in one style, or a footnote mark. */
export interface Run {
  text: string;
  isBold?: boolean;
  isItalic?: boolean;
  isStruckThrough?: boolean;
  isCode?: boolean;
  /** Inline code that is the TeX of a formula. Earlier versions show it as code. */
  isMath?: boolean;
  /** Only URLs that are safe to follow. */
  url?: string;
  /** The footnote referred to here; `text` is then empty. */
  note?: Note;
}

export interface Note {
  text: string;
  url?: string;
  /** A position in one of the reader's files or, for a shared link, in a file of that link. */
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
  /** Names of the files attached to the message. */
  files: string[];
  /** Their ids, in the same order; absent in documents of earlier versions. */
  fileIds?: string[];
  /** The notes that the page shows below an answer. */
  remarks: string[];
}

export interface ExportDocument {
  title: string;
  /** Date, models and results of source checks. */
  cover: string[];
  sections: Section[];
}
