/** What the address says: the open collection, the open document, and the passage of it to show. */
export interface CollectionSearch {
  collection?: string | undefined;
  document?: string | undefined;
  /** Where the passage starts in the text of the document, and its first words. */
  at?: number | undefined;
  quote?: string | undefined;
}
