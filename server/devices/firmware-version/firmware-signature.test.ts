import { generateKeyPairSync, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { firmwareKey } from "@/env/firmware-key.rules";
import { rolloutStory } from "@/server/devices/firmware-rollout/testing";
import { failure } from "@/server/kit/testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const versions = () => story.call().firmwareVersions;
const before = env.FIRMWARE_PUBLIC_KEYS;

/** A key made outside, as `openssl genpkey -algorithm ed25519` makes it. */
function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signed = (bytes: Buffer) => sign(null, bytes, privateKey).toString("base64");
  return { signed, pem: publicKey.export({ type: "spki", format: "pem" }).toString(), publicKey };
}
const [old, next, foreign] = [makeKey(), makeKey(), makeKey()];
const [first, second] = [Buffer.from("first segment"), Buffer.from("and another one")];
const image = Buffer.concat([first, second]);
const segment = (index: number, startAddress: number, data: Buffer) => ({
  index,
  startAddress,
  length: data.length,
  crc32: crc32(data).toString(16).padStart(8, "0"),
  data: data.toString("base64"),
});

let id: string;
let fleet: Awaited<ReturnType<typeof story.make.fleet>>;
beforeAll(story.prepare);
afterAll(() => {
  env.FIRMWARE_PUBLIC_KEYS = before;
});
beforeEach(async () => {
  env.FIRMWARE_PUBLIC_KEYS = [old.pem];
  fleet = await story.make.fleet(["1.0.0", "2.0.0"], 1);
  id = fleet.versions[1] ?? "";
  // The order of the indexes is that of the image, not that of the addresses.
  await versions().replaceSegments({
    id,
    segments: [segment(1, 0, second), segment(0, 0x100, first)],
    ifMatch: "*",
  });
});

const give = (signature: string | null) => versions().update({ id, signature, ifMatch: "*" });
const refused = async (work: Promise<unknown>) => {
  const { status, errors } = await failure(work);
  return [status, errors?.map(({ path }) => path)];
};

describe("a signature of a version", () => {
  it("is over the bytes of its image, segments in the order of their indexes", async () => {
    expect((await give(old.signed(image))).signature).toBe(old.signed(image));
    const wrong = [foreign.signed(image), old.signed(first), old.signed(Buffer.concat([second, first]))];
    for (const signature of wrong) expect(await refused(give(signature))).toEqual([422, ["signature"]]);
    expect((await versions().get({ id })).signature).toBe(old.signed(image));
    for (const signature of ["", "nonsense", "AAAA", old.signed(image).slice(1)])
      expect(await refused(give(signature))).toEqual([400, ["signature"]]);
  });

  it("needs an image, and a key that it could fit", async () => {
    const { categoryId } = await versions().get({ id });
    const made = { firmwareVersion: "3.0.0", categoryId, updateId: "MAIN", firmwareType: 1 as const };
    expect(await refused(versions().create({ ...made, signature: old.signed(image) }))).toEqual([422, ["signature"]]);
    env.FIRMWARE_PUBLIC_KEYS = [];
    expect(await refused(give(old.signed(image)))).toEqual([422, ["signature"]]);
    expect((await give(null)).signature).toBe(null);
  });

  it("goes with its image, and its trail says so", async () => {
    await give(old.signed(image));
    await versions().replaceSegments({ id, segments: [segment(0, 0, first)], ifMatch: "*" });
    expect((await versions().get({ id })).signature).toBe(null);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(asc(auditLog.id));
    expect(trail.map(({ changes }) => changes.signature).filter(Boolean)).toEqual([
      [null, old.signed(image)],
      [old.signed(image), null],
    ]);
    await give(old.signed(first));
    await versions().update({ id, isActivated: false });
    await versions().removeSegments({ id });
    expect((await versions().get({ id })).signature).toBe(null);
  });

  it("stands in offers, and nowhere where there is none", async () => {
    const offerOf = async () => {
      const filters = { modelPERSId: fleet.model };
      const rollout = await story.call().firmwareRollouts.create({ name: "Signed", firmwareVersionId: id, filters });
      await story.call().firmwareRollouts.start({ id: rollout.id });
      await story.make.prepared(rollout.id);
      const [item] = await story.offersFor(fleet.ids);
      await story.call().firmwareRollouts.cancel({ id: rollout.id, reason: "Seen" });
      return item?.offer ?? {};
    };
    expect(await offerOf()).not.toHaveProperty("signature");
    await give(old.signed(image));
    expect(await offerOf()).toHaveProperty("signature", old.signed(image));
  });
});

describe("keys that change", () => {
  it("are several while they do: the old signatures fit, and new ones may be made", async () => {
    await give(old.signed(image));
    env.FIRMWARE_PUBLIC_KEYS = [next.pem, old.pem];
    expect((await give(next.signed(image))).signature).toBe(next.signed(image));
    expect((await give(old.signed(image))).signature).toBe(old.signed(image));
  });

  it("leave what the old one signed as it is, and nothing of it begins any more", async () => {
    await give(old.signed(image));
    const filters = { modelPERSId: fleet.model };
    const rollouts = story.call().firmwareRollouts;
    const { id: rolloutId } = await rollouts.create({ name: "Old key", firmwareVersionId: id, filters });
    const { id: paused } = await rollouts.create({ name: "Paused", firmwareVersionId: id, filters });
    await rollouts.start({ id: paused });
    await story.make.prepared(paused);
    await rollouts.pause({ id: paused, reason: "The key is taken out" });
    env.FIRMWARE_PUBLIC_KEYS = [next.pem];
    expect(await refused(rollouts.start({ id: rolloutId }))).toEqual([422, ["firmwareVersionId"]]);
    expect(await refused(rollouts.resume({ id: paused }))).toEqual([422, ["firmwareVersionId"]]);
    await versions().update({ id, releaseNote: "Still here" });
    await versions().update({ id, isActivated: false });
    expect(await refused(versions().update({ id, isActivated: true }))).toEqual([422, ["isActivated"]]);
    await versions().update({ id, signature: next.signed(image), isActivated: true });
    expect((await rollouts.resume({ id: paused })).status).not.toBe("paused");
    expect((await rollouts.start({ id: rolloutId })).status).toBe("preparing");
  });

  it("are read as PEM, as its base64, and as the 32 bytes alone; other keys are none", () => {
    const der = old.publicKey.export({ type: "spki", format: "der" });
    const forms = [
      old.pem,
      old.pem.replaceAll("\n", "\\n"),
      der.toString("base64"),
      der.subarray(-32).toString("base64"),
    ];
    for (const form of forms) expect(firmwareKey(form)?.equals(old.publicKey)).toBe(true);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" });
    for (const form of ["", "key", rsa.toString(), der.subarray(-31).toString("base64")])
      expect(firmwareKey(form)).toBe(undefined);
  });
});
