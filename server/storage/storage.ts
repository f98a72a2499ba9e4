import { join, resolve } from "node:path";
import { env } from "@/env/env";
import { folderStorage } from "./folder-storage";
import { s3Storage } from "./s3-storage";
import type { Storage } from "./storage-port";

let bucketStorage: Storage | undefined;

/** A bucket where S3_BUCKET says so, else the folder `files` under DATA_DIR. */
export function storage(): Storage {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey)
    return folderStorage(resolve(join(env.DATA_DIR, "files")));
  bucketStorage ??= s3Storage({ bucket, endpoint, region, accessKeyId, secretAccessKey });
  return bucketStorage;
}
