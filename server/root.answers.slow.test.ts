import { it } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { isPart, isWalked } from "@/db/testing/sample";
import { knownIds } from "./testing/malformed";
import { answersOf, isStable, moment, reads, useMoment } from "./testing/read-answers";
import { ReleasedSections } from "./testing/released-sections";

// What each read answers about a demo is in a file: a change of it shows, and is meant. Where it is:
// `npx vitest run server/root.answers.slow.test.ts -u`.

const { db } = useDemo(20, moment);
useMoment();

it("is what each read answers", async () => {
  const all = await knownIds(db());
  const ids = new Map([...all].map(([table, some]) => [table, some.filter(isStable)]));
  const released = new ReleasedSections("answers.txt");
  for (const read of reads.filter(([name]) => isWalked(name)))
    released.add(read[0], await answersOf(read, { ids, values: new Map(), others: [] }));
  await released.compare({ isWhole: !isPart });
}, 300_000);
