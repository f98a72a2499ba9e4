import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { dataKeyIdOf, dataKeyIds, sealData, unsealData } from "@/server/kit/secret/seal";
import { storage } from "@/server/kit/storage/storage";
import type { PlannedRow } from "./plan-rows";

// A plan lies in the storage in chunks of some hundred rows, so that a page of it is read without the rest. It holds the
// rows of the file too, which may be anybody's data: sealed, and gone after an hour.

export const planMinutes = 60;
const prefix = "import-";

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

const keyOf = (plan: string, chunk: number) => `${prefix}${plan}-${chunk}`;
const purposeOf = (plan: string, chunk: number) => `persdesk import plan ${plan} ${chunk}`;

export async function writeChunk(plan: string, chunk: number, rows: PlannedRow[]): Promise<void> {
  const text = await packed(JSON.stringify(rows), { level: constants.Z_BEST_SPEED });
  await storage().put(keyOf(plan, chunk), sealData(purposeOf(plan, chunk), text), "application/octet-stream");
}

/** undefined where the plan has had its hour, or its data key is gone */
export async function readChunk(plan: string, chunk: number): Promise<PlannedRow[] | undefined> {
  const sealed = await storage().get(keyOf(plan, chunk));
  if (!sealed || !dataKeyIds().includes(dataKeyIdOf(sealed))) return undefined;
  return JSON.parse((await unpacked(unsealData(purposeOf(plan, chunk), sealed))).toString("utf8"));
}

export async function removePlan(plan: string, chunks: number): Promise<void> {
  for (let chunk = 0; chunk < chunks; chunk++) await storage().remove(keyOf(plan, chunk));
}

/** Removes every chunk that is older than a plan may be. @returns how many went */
export async function sweepPlans(now = Date.now()): Promise<number> {
  let swept = 0;
  for await (const files of storage().list())
    for (const { key, writtenAt } of files)
      if (key.startsWith(prefix) && writtenAt < now - planMinutes * 60_000) {
        await storage().remove(key);
        swept++;
      }
  return swept;
}

/** Drops the plans of imports that hold a text, such as somebody's name: they would have to be made again. @returns how many chunks */
export async function dropPlansNaming(text: RegExp): Promise<number> {
  let dropped = 0;
  for await (const files of storage().list())
    for (const { key } of files) {
      if (!key.startsWith(prefix)) continue;
      const end = key.lastIndexOf("-");
      // One whose data key is gone can be read by nobody, and has its hour like all others.
      const read = readChunk(key.slice(prefix.length, end), Number(key.slice(end + 1)));
      const rows = await read.catch(() => undefined);
      if (!rows || JSON.stringify(rows).search(text) < 0) continue;
      await storage().remove(key);
      dropped += 1;
    }
  return dropped;
}
