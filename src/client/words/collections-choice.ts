/** Apart from the words of the composer: they load after it. */
export const collectionsChoiceWords = {
  label: (on: number) => (on === 0 ? 'Collections: none' : `Collections: ${on}`),
  heading: 'Collections in this conversation',
  headingNew: 'Collections in new conversations',
  later: 'You can switch them after your first message.',
  organization: 'Organization',
  failed: 'Failed to switch the collection',
  manage: 'Manage collections',
} as const;
