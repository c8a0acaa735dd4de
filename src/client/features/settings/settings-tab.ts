const tabs = ['profile', 'password', 'prompts', 'usage', 'admin'] as const;
export type SettingsTab = (typeof tabs)[number];

/** The tab an address names, if there is such a tab. */
export const settingsTab = (text: unknown): SettingsTab | undefined => tabs.find((tab) => tab === text);
