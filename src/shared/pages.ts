/** The paths that show a page of their own; every other path shows the 404 page, with that status. */
export const pagePaths = ['/', '/auth', '/qchat', '/knowledge', '/settings'] as const;
