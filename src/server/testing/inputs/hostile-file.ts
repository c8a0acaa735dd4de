/** A malicious file, and its expected result. */
export interface HostileFile {
  what: string;
  name: string;
  declaredType?: string;
  make(): Buffer;
  /** Rejected before it is stored; stored with an error message; or read like any other. */
  end: 'refused' | 'error' | 'harmless';
}

export function hostileFile(
  end: HostileFile['end'],
  what: string,
  name: string,
  make: () => Buffer,
  declaredType?: string,
): HostileFile {
  return declaredType === undefined ? { end, what, name, make } : { end, what, name, make, declaredType };
}

/** Latin-1, so that every character is one byte. */
export const bytesOf = (value: string) => (): Buffer => Buffer.from(value, 'latin1');
