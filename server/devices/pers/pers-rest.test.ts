import { crc32 } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { restDoor } from "@/server/doors/rest";
import { toResponse } from "@/server/doors/rest-answer";
import type { Actor } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { deviceFactory } from "./testing";

const { db } = useDatabase();
const make = deviceFactory(db);
const { actor: person } = staffCtx({} as ReturnType<typeof db>, ["pers.read", "pers.write", "pers.pin"]);
const key: Actor = {
  kind: "key",
  id: "00000000-0000-7000-8000-00000000000a",
  label: "a key",
  permissions: new Set(["firmware.read", "firmware.write", "pers.read", "pers.write", "pers.pin"]),
};
const door = restDoor({
  router: appRouter,
  database: db,
  authenticate: { bearerActor: async () => person, keyActor: async () => key },
});
const bearer = { authorization: "Bearer x" };
const byKey = { "x-api-key": "x" };

async function ask(method: string, path: string, headers: Record<string, string>, body?: object) {
  const url = new URL(`http://localhost/api/v1/backoffice/${path}`);
  const sent = { ...headers, ...(body && { "content-type": "application/json" }) };
  const request = new Request(url, { method, headers: sent, body: body && JSON.stringify(body) });
  const { reply } = await door.handle({ request, url, requestId: "r", ip: null });
  const response = toResponse(reply);
  const text = await response.text();
  return { status: response.status, etag: response.headers.get("etag"), body: text ? JSON.parse(text) : undefined };
}

describe("PERS over REST", () => {
  let id: string;
  beforeAll(async () => {
    await seedBase(db());
    id = (await make.pers({ nuSerialPersNumber: "REST-1", initialKitConfiguration: { version: 1, sensors: [] } })).id;
  });

  it("answers the documented statuses", async () => {
    const modelPERSId = await make.model();
    const made = await ask("POST", "pers", bearer, { nuSerialPersNumber: "REST-2", modelPERSId });
    expect([made.status, made.body.nuSerialPersNumber]).toEqual([201, "REST-2"]);
    const one = `pers/${made.body.id}`;
    expect((await ask("PATCH", one, bearer, { status: "active" })).body.status).toBe("active");
    expect(await ask("POST", `${one}/activation-pin`, bearer)).toMatchObject({ status: 204, body: undefined });
    expect((await ask("DELETE", one, { ...bearer, "if-match": '"1"' })).status).toBe(412);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
  });

  it("lists with filters from the query string", async () => {
    const { status, body } = await ask("GET", "pers?nuSerialPersNumber=rest-1&kitDiffers=true&limit=5", bearer);
    expect([status, body.items.map((row: { id: string }) => row.id)]).toEqual([200, [id]]);
    expect((await ask("GET", "pers?modelPERSId=nope", bearer)).status).toBe(400);
  });

  it("opens the kit to people by one door and to keys by the other", async () => {
    const doors = [
      { path: `admin/pers/${id}/kit-configuration`, mine: bearer, theirs: byKey },
      { path: `pers/${id}/kit-configuration`, mine: byKey, theirs: bearer },
    ];
    for (const { path, mine, theirs } of doors) {
      const read = await ask("GET", path, mine);
      expect(read.body).toMatchObject({ persId: id, initialKitConfiguration: { sensors: [] } });
      expect((await ask("GET", path, theirs)).status).toBe(401);
      const currentKitConfiguration = { mount: `by ${path}`, sensors: ["gps"] };
      const written = await ask("PATCH", path, { ...mine, "if-match": read.etag ?? "" }, { currentKitConfiguration });
      expect([written.status, written.body.currentKitConfiguration.mount]).toEqual([200, `by ${path}`]);
      expect((await ask("PATCH", path, { ...mine, "if-match": read.etag ?? "" }, {})).status).toBe(412);
      const initial = await ask("PATCH", path, mine, { initialKitConfiguration: { version: 1, sensors: ["x"] } });
      expect([initial.status, initial.body.errors[0].path]).toEqual([422, "initialKitConfiguration"]);
    }
  });
});

describe("firmware over REST", () => {
  it("answers the documented statuses, to keys only", async () => {
    const category = await ask("POST", "pers-firmware-categories", byKey, { label: "By key" });
    expect([category.status, category.body.versionsCount]).toEqual([201, 0]);
    expect((await ask("GET", "pers-firmware-categories", bearer)).status).toBe(401);
    const wanted = { categoryId: category.body.id, firmwareVersion: "1.0.0", updateId: "MAIN", firmwareType: 1 };
    const check = `pers-firmware-versions/check-duplicate-version?${new URLSearchParams({ ...wanted, firmwareType: "1" })}`;
    expect((await ask("GET", check, byKey)).status).toBe(204);
    const version = await ask("POST", "pers-firmware-versions", byKey, wanted);
    expect(version.status).toBe(200);
    expect((await ask("GET", check, byKey)).status).toBe(422);
    expect((await ask("GET", check.replace("updateId=MAIN", ""), byKey)).status).toBe(400);
    expect((await ask("GET", check.replace("Type=1", "Type=one"), byKey)).status).toBe(400);
    const one = `pers-firmware-versions/${version.body.id}`;
    const fit = await ask("POST", `${one}/compatible-pers`, byKey, { modelPersId: await make.model() });
    expect([fit.status, fit.body.minVersion]).toEqual([200, null]);
    expect((await ask("DELETE", `${one}/compatible-pers/${fit.body.id}`, byKey)).status).toBe(204);
    expect((await ask("POST", `${one}/regenerate-uuid`, byKey)).body.uuid).not.toBe(version.body.uuid);
    expect((await ask("DELETE", `pers-firmware-categories/${category.body.id}`, byKey)).status).toBe(422);
    expect((await ask("DELETE", one, byKey)).status).toBe(204);
    expect((await ask("DELETE", `pers-firmware-categories/${category.body.id}`, byKey)).status).toBe(204);
  });

  it("takes segments of several MiB", async () => {
    const id = await make.firmware();
    const bytes = Buffer.alloc(5 * 1024 * 1024, 1);
    const crc = crc32(bytes).toString(16).padStart(8, "0");
    const data = bytes.toString("base64");
    const segments = [{ index: 0, startAddress: 0, length: bytes.length, crc32: crc, data }];
    const at = `pers-firmware-versions/${id}/segments`;
    expect((await ask("POST", at, byKey, { segments })).status).toBe(204);
    const { body } = await ask("GET", `pers-firmware-versions/${id}`, byKey);
    expect(body.segments).toEqual([{ index: 0, startAddress: 0, length: bytes.length, crc32: crc }]);
    expect((await ask("DELETE", at, byKey)).status).toBe(204);
  });
});
