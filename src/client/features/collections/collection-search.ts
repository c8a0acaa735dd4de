/** The URL parameters: the open collection, the open document, and the passage to show. */
export interface CollectionSearch {
  collection?: string | undefined;
  document?: string | undefined;
  /** Offset of the passage in the text of the document, and its first words. */
  at?: number | undefined;
  quote?: string | undefined;
}
