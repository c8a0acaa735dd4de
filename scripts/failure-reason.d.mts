export function reasonOf(error: { message?: string; stack?: string } | undefined): string;
