/** Who may open a shared link. */
export const audiences = ['everybody', 'members', 'groups'] as const;
export type Audience = (typeof audiences)[number];
