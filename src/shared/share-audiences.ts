/** Who may open a shared link. */
export const audiences = ['everybody', 'members'] as const;
export type Audience = (typeof audiences)[number];
