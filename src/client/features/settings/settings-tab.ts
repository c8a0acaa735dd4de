const tabs = ['profile', 'password', 'prompts', 'usage', 'admin'] as const;
export type SettingsTab = (typeof tabs)[number];

/** The tab that a URL parameter names; undefined for any other value. */
export const settingsTab = (text: unknown): SettingsTab | undefined => tabs.find((tab) => tab === text);
