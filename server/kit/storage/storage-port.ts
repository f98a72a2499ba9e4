export interface StoredFile {
  key: string;
  /** ms */
  writtenAt: number;
}

/**
 * Where files live. Keys are short names of our own making; an object never changes once it is there, so writing the
 * same key again is harmless.
 */
export interface Storage {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** null where there is none */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** every file, some hundreds at a time */
  list: () => AsyncIterable<StoredFile[]>;
  /** does nothing where there is none */
  remove: (key: string) => Promise<void>;
}
