import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import {
  firmwareCategories,
  firmwareCompatibilities,
  firmwareRollouts,
  firmwareSegments,
  firmwareVersions,
  modelPers,
  pers,
  persCurrentData,
} from "@/db/schema";
import { staffCtx } from "@/server/kit/testing";
import { prepareRollout } from "./rollout-prepare.service";

/** Versions with images, devices that run one of them, and rollouts between them. */
export const rolloutFactory = (db: () => Database) => {
  let n = 0;
  const make = {
    /** A model with a category, and its versions, each active with an image of these bytes. */
    async fleet(names: string[], devices: number, bytes = Buffer.from("firmware image")) {
      const [model, categoryId] = [uuidv7(), uuidv7()];
      await db()
        .insert(modelPers)
        .values({ id: model, label: `Rolled model ${++n} ${model}` });
      await db()
        .insert(firmwareCategories)
        .values({ id: categoryId, label: `Rolled category ${model}` });
      const versions: string[] = [];
      for (const firmwareVersion of names) versions.push(await make.version(model, categoryId, firmwareVersion, bytes));
      const ids = Array.from({ length: devices }, () => uuidv7());
      if (devices > 0)
        await db()
          .insert(pers)
          .values(
            ids.map((id) => ({
              id,
              nuSerialPersNumber: `R-${id}`,
              modelPERSId: model,
              firmwareVersionId: versions[0],
              status: "active" as const,
            })),
          );
      await db().update(persCurrentData).set({ lastMessageAt: new Date().toISOString() });
      return { model, categoryId, versions, ids };
    },

    async version(model: string, categoryId: string, firmwareVersion: string, bytes: Buffer) {
      const id = uuidv7();
      await db().insert(firmwareVersions).values({
        id,
        categoryId,
        firmwareVersion,
        updateId: "MAIN",
        firmwareType: 1,
        uuid: uuidv7(),
        isActivated: true,
      });
      await db().insert(firmwareCompatibilities).values({ firmwareVersionId: id, modelPersId: model });
      await db()
        .insert(firmwareSegments)
        .values({
          firmwareVersionId: id,
          index: 0,
          startAddress: 0,
          length: bytes.length,
          crc32: crc32(bytes).toString(16).padStart(8, "0"),
          data: bytes.toString("base64"),
        });
      return id;
    },

    /** Prepares what was started, as a worker does. */
    prepared: (id: string) => prepareRollout(staffCtx(db()), id),

    row: async (id: string) => (await db().select().from(firmwareRollouts).where(eq(firmwareRollouts.id, id)))[0],
  };
  return make;
};

/** The serial number of a device of `fleet`. */
export const serialOf = (id: string) => `R-${id}`;
