import { expect, it } from "vitest";
import { preparedSql } from "@/db/client";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked, sample, walking } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { contrastHints, contrasts } from "./testing/contrasting-rows";
import { answersOf, moment, reads, useMoment } from "./testing/read-answers";
import { ReleasedSections } from "./testing/released-sections";

// What each read answers where every condition has rows on both sides is in a file: a condition, an order or a limit that
// changes shows, and is meant. Where it is: `SCALE=long npx vitest run server/root.contrasts.slow.test.ts -u`.

useDemo(20, moment, contrasts);
useMoment();
/** These count rows of the seeding itself. */
const told = reads.filter(([name]) => !/^(retentions|privacy)\./.test(name));
const isWhole = isLong || process.env.COMPARED === "all";

it("is what each read answers about contrasting rows", async () => {
  const hints = await contrastHints(preparedSql());
  expect(hints.ids.size).toBeGreaterThan(80);
  const released = new ReleasedSections("contrasts.txt");
  const asked = isWhole ? told : sample(told, 40, "reads that are asked about contrasting rows");
  for (const read of asked.filter(([name]) => isWalked(name))) {
    walking(read[0]);
    released.add(read[0], await answersOf(read, hints, released.before(read[0])));
  }
  await released.compare({ isWhole: isWhole && !isPart });
}, 900_000);
