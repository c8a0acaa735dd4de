/** Texts of the project list in the sidebar. */
export const projectListWords = {
  projects: 'Projects',
  loadFailed: "Couldn't load your projects",
  count: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
  archiveEmpty: { title: 'No archived conversations.', hint: 'Archive a conversation from its menu.' },
  projectEmpty: {
    title: 'This project is empty.',
    hint: 'Start a new chat, or move a conversation here from its menu.',
  },
  noneYet: { title: 'No conversations yet.', hint: 'Send a message or start a new chat.' },
} as const;
