import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { firmwareRolloutDevices as devices, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { rolloutStory } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
beforeAll(story.prepare);

/** Devices of another model, in front of all others: as many as one step looks at. */
async function fillStep() {
  const { model } = await story.make.fleet([], 0);
  for (let start = 0; start < 20_000; start += 5_000)
    await db()
      .insert(pers)
      .values(
        Array.from({ length: 5_000 }, (_, n) => ({
          id: `00000000-0000-7000-8000-${String(start + n).padStart(12, "0")}`,
          nuSerialPersNumber: `F-${start + n}`,
          modelPERSId: model,
        })),
      );
}

it("a rollout that is prepared in two steps takes each device in once", async () => {
  await fillStep();
  const { id, ids } = await story.running(3);
  const rows = await db().select().from(devices).where(eq(devices.rolloutId, id));
  expect(rows.map(({ persId }) => persId).sort()).toEqual([...ids].sort());
  expect((await story.make.row(id))?.prepared).toBe(3);
  await story.expectCounted(id);
});
