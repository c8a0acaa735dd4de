export const onBothDatabases: string[];
export const oneDatabaseOnly: string[];
export const processesOnServer: string[];
