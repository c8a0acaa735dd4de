export const verifierPageFile: string;
export function verifierPage(): string;
