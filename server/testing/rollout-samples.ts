import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  firmwareCategories,
  firmwareCompatibilities,
  firmwareRolloutDevices,
  firmwareRolloutHours,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareSegments,
  firmwareVersions,
  modelPers,
  pers,
} from "@/db/schema";
import { defaultGates } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { hashOf } from "@/server/devices/firmware-rollout/rollout-approval.service";
import { rolloutRow } from "@/server/devices/firmware-rollout/rollout-row.service";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { id, type Step, step } from "./sample-steps";

const idOf = (code: string) => fixedId("sample", `rollout-${code}`);
const [version, before, model, signed] = [idOf("version"), idOf("version-before"), idOf("model"), idOf("signed")];
const data = Buffer.from("firmware of rollouts");
/** Of these bytes, by a key that was made for it alone. */
const signature = "A67T491ChjdcIFVKhcSJ6pu3H/0IuvrNqCCDtH7lF+lDErdlaE1FktH3qiNL3ODJNdLvljjsMKKQHU9scHmjDQ==";
const segment = { index: 0, startAddress: 0, length: data.length, crc32: crc32(data).toString(16).padStart(8, "0") };
const image = {
  sha256: createHash("sha256").update(data).digest("hex"),
  sizeBytes: data.length,
  segments: [segment],
};
const offerId = idOf("offer");
const rolloutSerial = "SAMPLE-OFFERED";

const asked = { hash: "" };
const rollout = { name: "Sampled rollout", firmwareVersionId: version, filters: { status: "active" }, waves: [{}] };

/** One rollout in each state that an action needs; `prepareRolloutSamples` makes them. */
export const rolloutSamples: Step[] = [
  step("firmwareRollouts.create", () => rollout, "rollout"),
  step("firmwareRollouts.update", (made) => ({
    id: id(made, "rollout"),
    ifMatch: "*",
    name: "Changed rollout",
    waves: [{ percent: 10 }, {}],
  })),
  step("firmwareRollouts.plan", (made) => ({ id: id(made, "rollout") })),
  step("firmwareRollouts.remove", (made) => ({ id: id(made, "rollout") })),
  step("firmwareRollouts.restore", (made) => ({ id: id(made, "rollout") })),
  step("firmwareRollouts.start", (made) => ({ id: id(made, "rollout") })),
  step("firmwareRollouts.approve", () => ({ id: idOf("awaiting"), hash: asked.hash })),
  step("firmwareRollouts.sendBack", () => ({ id: idOf("scheduled"), reason: "Too many at once" })),
  step("firmwareRollouts.pause", () => ({ id: idOf("running"), reason: "Complaints from the field" })),
  step("firmwareRollouts.resume", () => ({ id: idOf("paused") })),
  step("firmwareRollouts.nextWave", () => ({ id: idOf("waves") })),
  step("firmwareRollouts.cancel", () => ({ id: idOf("cancelled"), reason: "A newer version is there" })),
  step("firmwareRollouts.retryFailed", () => ({
    id: idOf("failed"),
    ifMatch: "*",
    persIds: [idOf("pers-failed"), idOf("pers-paused")],
  })),
  step("firmwareRollouts.finish", () => ({ id: idOf("dynamic") })),
  step("firmwareRollouts.rollBack", () => ({ id: idOf("installed") })),
];

/** What the gateway of devices sends. */
export const rolloutGatewaySamples: Step[] = [
  step("firmwareDevices.offers", () => ({ persSerialNumbers: [rolloutSerial] })),
  step("firmwareDevices.report", () => ({
    items: [{ offerId, state: "downloading", at: "2026-06-01T08:00:00.000Z" }],
  })),
];

type Status = (typeof firmwareRollouts.$inferSelect)["status"];
type DeviceStatus = (typeof firmwareRolloutDevices.$inferSelect)["status"];

/** Rollouts of one device each, and of the waves that are asked for. */
async function insertRollout(db: Database, code: string, status: Status, device: DeviceStatus, more: object = {}) {
  const startedAt = "2026-06-01T07:00:00.000Z";
  const of = { id: idOf(code), name: `Sampled ${code}`, firmwareVersionId: version, firmwareType: 1, status };
  const plan = { filters: { status: "active" }, waves: [{}], gates: { ...defaultGates, watchHours: 24 } };
  await db.insert(firmwareRollouts).values({ ...of, ...plan, startedAt, approvalAskedAt: startedAt, ...more });
  const index = [0, ...(code === "waves" ? [1] : [])];
  await db.insert(firmwareRolloutWaves).values(
    index.map((index) => ({
      rolloutId: of.id,
      index,
      status:
        index === 0 && status !== "awaiting_approval" && status !== "scheduled" ? ("running" as const) : undefined,
      startedAt,
      devices: 1 - index,
      ...(index === 0 && { [device]: 1 }),
    })),
  );
  const persId = idOf(`pers-${code}`);
  const serialNumber = code === "offered" ? rolloutSerial : `SAMPLE-${code.toUpperCase()}`;
  await db.insert(pers).values({
    id: persId,
    nuSerialPersNumber: serialNumber,
    modelPERSId: model,
    firmwareVersionId: before,
    status: "active",
  });
  const at = { offeredAt: startedAt, startedAt, endedAt: startedAt };
  await db.insert(firmwareRolloutDevices).values({
    id: idOf(`device-${code}`),
    rolloutId: of.id,
    persId,
    serialNumber,
    modelPersId: model,
    firmwareType: 1,
    isHeld: true,
    wave: 0,
    place: 1,
    status: device,
    fromVersionId: before,
    fromVersion: "1.0.0",
    ...(code === "offered" && { offerId, offeredAt: new Date().toISOString() }),
    ...((device === "failed" || device === "installed") && at),
  });
  if (device === "failed" || device === "installed")
    await db
      .insert(firmwareRolloutHours)
      .values({ rolloutId: of.id, hour: startedAt, modelPersId: model, status: device, devices: 1 });
}

/** Versions, devices, and a rollout in each state. */
export async function prepareRolloutSamples(db: Database) {
  const categoryId = idOf("category");
  await db.insert(modelPers).values({ id: model, label: "Sampled model of rollouts" });
  await db.insert(firmwareCategories).values({ id: categoryId, label: "Sampled category of rollouts" });
  for (const [one, firmwareVersion] of [
    [before, "1.0.0"],
    [version, "2.0.0"],
    [signed, "2.1.0"],
  ] as const) {
    const named = { id: one, firmwareVersion, categoryId, updateId: "ROLL", firmwareType: 1, uuid: one };
    await db
      .insert(firmwareVersions)
      .values({ ...named, isActivated: true, signature: one === signed ? signature : null });
    await db.insert(firmwareCompatibilities).values({ firmwareVersionId: one, modelPersId: model });
    await db.insert(firmwareSegments).values({ firmwareVersionId: one, ...segment, data: data.toString("base64") });
  }
  await insertRollout(db, "awaiting", "awaiting_approval", "waiting", {
    approvalHash: "asked",
    isApprovalNeeded: true,
  });
  await insertRollout(db, "scheduled", "scheduled", "waiting", { startAt: "2027-01-01T00:00:00.000Z" });
  await insertRollout(db, "running", "running", "waiting");
  await insertRollout(db, "paused", "paused", "waiting", {
    pauseReason: { code: "person", at: "2026-06-01T09:00:00.000Z", text: "Lunch" },
  });
  await insertRollout(db, "waves", "running", "waiting");
  await insertRollout(db, "cancelled", "running", "waiting");
  await insertRollout(db, "failed", "paused", "failed");
  await insertRollout(db, "dynamic", "running", "waiting", { isDynamic: true });
  await insertRollout(db, "installed", "running", "installed");
  await insertRollout(db, "offered", "running", "offered", { firmwareVersionId: signed, image });
  const ctx = staffCtx(db);
  asked.hash = await hashOf(ctx, await rolloutRow(ctx, idOf("awaiting")));
  await db
    .update(firmwareRollouts)
    .set({ approvalHash: asked.hash })
    .where(eq(firmwareRollouts.id, idOf("awaiting")));
}
