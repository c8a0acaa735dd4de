/** Separate from the texts of the composer, because these load later. */
export const collectionsChoiceWords = {
  label: (on: number) => (on === 0 ? 'Collections: none' : `Collections: ${on}`),
  heading: 'Collections in this conversation',
  headingNew: 'Collections in this new conversation',
  organization: 'Organization',
  failed: 'Failed to switch the collection',
  manage: 'Manage collections',
} as const;
