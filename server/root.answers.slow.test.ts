import { it } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked, sample, walking } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { knownIds } from "./testing/malformed";
import { answersOf, isStable, moment, reads, useMoment } from "./testing/read-answers";
import { ReleasedSections } from "./testing/released-sections";

// What each read answers about a demo is in a file: a change of it shows, and is meant. Where it is:
// `SCALE=long npx vitest run server/root.answers.slow.test.ts -u`.

const { db } = useDemo(20, moment);
useMoment();
const isWhole = isLong || process.env.COMPARED === "all";

it("is what each read answers", async () => {
  const all = await knownIds(db());
  const ids = new Map([...all].map(([table, some]) => [table, some.filter(isStable)]));
  const released = new ReleasedSections("answers.txt");
  const asked = isWhole ? reads : sample(reads, 60, "reads whose answers are compared");
  for (const read of asked.filter(([name]) => isWalked(name))) {
    walking(read[0]);
    released.add(read[0], await answersOf(read, { ids, values: new Map(), others: [] }));
  }
  await released.compare({ isWhole: isWhole && !isPart });
}, 300_000);
