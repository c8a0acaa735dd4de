export const runtimePackages: string[];
export function packageFolders(names: string[]): Set<string>;
