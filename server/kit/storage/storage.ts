import { join, resolve } from "node:path";
import { env, type Settings } from "@/env/env";
import { folderStorage } from "./folder-storage";
import { s3Storage } from "./s3-storage";
import type { Storage } from "./storage-port";

let bucketStorage: Storage | undefined;

/** The bucket S3_BUCKET, or the folder `files` under DATA_DIR without that setting. */
export function storageOf(settings: Settings): Storage {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey)
    return folderStorage(resolve(join(settings.DATA_DIR, "files")));
  return s3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey });
}

/** That of this process. */
export function storage(): Storage {
  if (!env.S3_BUCKET) return storageOf(env);
  bucketStorage ??= storageOf(env);
  return bucketStorage;
}
