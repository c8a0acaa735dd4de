export const onBothDatabases: string[];
export const onceInTheseFolders: string[];
export const processesOnServer: string[];
