/** What the address says: the open collection and the open document. */
export interface CollectionSearch {
  collection?: string | undefined;
  document?: string | undefined;
}
