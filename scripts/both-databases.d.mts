export const onBothDatabases: string[];
export const processesOnServer: string[];
