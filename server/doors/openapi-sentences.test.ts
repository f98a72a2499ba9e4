import { expect, it } from "vitest";
import { z } from "zod";
import { get, post } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { plainDocument } from "./openapi-plain";
import { explain } from "./openapi-sentences";
import { withWebhooks } from "./openapi-webhooks";
import { planOperations } from "./rest-plan";

const Bolt = z.object({ size: z.string() }).meta({ id: "SentenceTestBolt" });
const Wheel = z.object({ bolt: Bolt }).meta({ id: "SentenceTestWheel" });
const Rack = z.object({ bolt: Bolt }).meta({ id: "SentenceTestRack" });
const Told = z.object({ size: z.string() }).meta({ id: "SentenceTestTold", description: "What it says itself." });
const Bike = z.object({ wheel: Wheel, rack: Rack, told: Told }).meta({ id: "SentenceTestBike" });
const answers = (path: `/${string}`) =>
  open(get(path, { auth: "none", summary: `Read ${path}` }))
    .output(Wheel)
    .query(() => ({}) as never);

const sampleRouter = router({
  make: open(post("/bikes", { auth: "none", summary: "Make a bike" }))
    .input(Bike)
    .output(Bike)
    .mutation(() => ({}) as never),
  one: answers("/one"),
  two: answers("/two"),
  three: answers("/three"),
  four: answers("/four"),
});

it("a component says which bodies and answers it is, and where it is neither, what it is part of", () => {
  const { schemas } = explain(withWebhooks(plainDocument(planOperations(sampleRouter)))).components;
  const said = Object.entries(schemas).filter(([name]) => name.startsWith("SentenceTest"));
  expect(Object.fromEntries(said.map(([name, { description }]) => [name, description]))).toEqual({
    SentenceTestBike: "Body of: Make a bike. Answer of: Make a bike.",
    SentenceTestWheel: "Answer of: Read /four; Read /one; Read /three; and others.",
    SentenceTestRack: "Part of: SentenceTestBike.",
    SentenceTestBolt: "Part of: SentenceTestRack; SentenceTestWheel.",
    SentenceTestTold: "What it says itself.",
  });
});
