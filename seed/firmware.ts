import { crc32 } from "node:zlib";
import type { Database } from "@/db/client";
import {
  firmwareCategories,
  firmwareCompatibilities,
  firmwareSegments,
  firmwareVersions,
  modelPers,
} from "@/db/schema";
import type { Random } from "./random";
import { type FirmwareLine, firmwareCategoryStories, firmwareStories, modelStories } from "./story";
import { day, iso } from "./time";

const typeNames = { 1: "MAIN", 2: "BOOT", 3: "RADIO" } as const;
const segmentSizes = [1024, 2048, 512];
const segmentGap = 0x1000;

export interface Release {
  id: string;
  version: string;
  at: number;
}
export interface Firmware {
  /** PERS model label → its id, its serial prefix, its line and the days (ago) it was made */
  models: Map<string, { id: string; prefix: string; line: FirmwareLine; from: number; to: number }>;
  /** the main versions of a line that customers get, oldest first */
  releases: Record<FirmwareLine, Release[]>;
  /** builds that only the test fleet gets */
  candidate: Release | undefined;
}

/** The PERS models, the firmware of each line, what fits what, and the images of the newest versions. */
export async function seedFirmware(db: Database, random: Random, now: number): Promise<Firmware> {
  const models: Firmware["models"] = new Map();
  for (const [label, prefix, line, from, to, description] of modelStories) {
    const stamps = { createdAt: iso(now - from * day), updatedAt: iso(now - from * day) };
    const id = random.id(now - from * day);
    models.set(label, { id, prefix, line, from, to });
    await db.insert(modelPers).values({ id, label, description, ...stamps });
  }
  const categories = firmwareCategoryStories.map(([label, line, description], index) => {
    const at = now - (1200 - index * 40) * day;
    return { id: random.id(at), label, line, description, createdAt: iso(at), updatedAt: iso(at) };
  });
  await db.insert(firmwareCategories).values(categories.map(({ line, ...row }) => row));

  const releases: Firmware["releases"] = { core: [], mini: [], cargo: [], trail: [] };
  let candidate: Release | undefined;
  const compatibilities: (typeof firmwareCompatibilities.$inferInsert)[] = [];
  const segments: (typeof firmwareSegments.$inferInsert)[] = [];
  const versions = firmwareStories.map(([line, firmwareType, firmwareVersion, ago, isActivated, releaseNote]) => {
    const at = now - ago * day - random.int(0, 8) * 3_600_000;
    const id = random.id(at);
    const category = categories.find((row) => row.line === line);
    if (!category) throw new Error(`no category for ${line}`);
    if (firmwareType === 1 && firmwareVersion.includes("-")) candidate = { id, version: firmwareVersion, at };
    else if (firmwareType === 1) releases[line].push({ id, version: firmwareVersion, at });
    for (const [label, model] of models) {
      // Core 1 stays on 1.x: its flash is too small for the next generation.
      if (model.line !== line || (label === "Core 1" && firmwareType === 1 && !firmwareVersion.startsWith("1.")))
        continue;
      const minVersion = firmwareType === 1 && /^[23]\./.test(firmwareVersion) ? "1.1.0" : null;
      const stamps = { createdAt: iso(at), updatedAt: iso(at) };
      compatibilities.push({ id: random.id(at), firmwareVersionId: id, modelPersId: model.id, minVersion, ...stamps });
    }
    const hasImage = ago < 320;
    if (hasImage) segments.push(...imageOf(random, id, at));
    return {
      id,
      firmwareVersion,
      firmwareType,
      isActivated: isActivated && hasImage,
      releaseNote,
      categoryId: category.id,
      updateId: `${line.toUpperCase()}-${typeNames[firmwareType]}`,
      uuid: random.id(at),
      createdAt: iso(at),
      updatedAt: iso(at),
    };
  });
  await db.insert(firmwareVersions).values(versions);
  await db.insert(firmwareCompatibilities).values(compatibilities);
  await db.insert(firmwareSegments).values(segments);
  return { models, releases, candidate };
}

function imageOf(random: Random, firmwareVersionId: string, at: number) {
  let startAddress = 0x0800_0000;
  return segmentSizes.map((length, index) => {
    const bytes = Buffer.from(random.hex(length * 2), "hex");
    const crc = crc32(bytes).toString(16).padStart(8, "0");
    const data = bytes.toString("base64");
    const row = {
      id: random.id(at),
      firmwareVersionId,
      index,
      startAddress,
      length,
      crc32: crc,
      data,
      createdAt: iso(at),
    };
    startAddress += Math.ceil(length / segmentGap) * segmentGap;
    return row;
  });
}
