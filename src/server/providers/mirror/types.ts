/** An external copy of collections. Code outside this folder is independent of its protocol. */

export interface MirroredCollection {
  id: string;
  name: string;
}

export interface MirroredFile {
  id: string;
  name: string;
}

export interface MirroredDocument extends MirroredFile {
  state: 'processing' | 'ready' | 'failed';
  /** The provider's message for an error. */
  reason?: string;
}

/** All methods throw MirrorError. Objects to delete may already be gone. */
export interface CollectionMirror {
  createCollection(name: string, signal: AbortSignal): Promise<string>;
  renameCollection(id: string, name: string, signal: AbortSignal): Promise<void>;
  deleteCollection(id: string, signal: AbortSignal): Promise<void>;
  collections(signal: AbortSignal): AsyncGenerator<MirroredCollection>;
  /** Stores a text as a file; `addDocument` puts it into a collection. */
  uploadFile(name: string, text: string, signal: AbortSignal): Promise<string>;
  deleteFile(id: string, signal: AbortSignal): Promise<void>;
  files(signal: AbortSignal): AsyncGenerator<MirroredFile>;
  /** Adding a file again changes nothing. */
  addDocument(collectionId: string, fileId: string, signal: AbortSignal): Promise<void>;
  removeDocument(collectionId: string, fileId: string, signal: AbortSignal): Promise<void>;
  document(collectionId: string, fileId: string, signal: AbortSignal): Promise<MirroredDocument>;
  documents(collectionId: string, signal: AbortSignal): AsyncGenerator<MirroredDocument>;
}

export type MirrorErrorCode =
  | 'unauthorized' // key rejected
  | 'gone' // 404
  | 'exists' // 409
  | 'too_large'
  | 'refused' // any other 4xx: a retry is useless
  | 'unavailable'; // 5xx, 429, network, timeout

/** `message` is for users and contains no key or URL. `reason` is the provider's message, for the log. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError';
  constructor(
    readonly code: MirrorErrorCode,
    message: string,
    readonly reason?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
