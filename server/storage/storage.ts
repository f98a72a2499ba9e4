import { join, resolve } from "node:path";
import { env } from "@/server/env";
import { folderStorage } from "./folder-storage";
import { s3Storage } from "./s3-storage";

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
  /** nothing happens where there is none */
  remove: (key: string) => Promise<void>;
}

let held: Storage | undefined;

/** A bucket where S3_BUCKET says so, else the folder `files` under DATA_DIR. */
export function storage(): Storage {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  held ??=
    bucket && endpoint && accessKeyId && secretAccessKey
      ? s3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey })
      : folderStorage(resolve(join(env.DATA_DIR, "files")));
  return held;
}
