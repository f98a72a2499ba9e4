import { beforeAll, describe, expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { password } from "@/scripts/demo.mjs";
import { usePersdesk } from "./harness";
import { type Answered, call, clerk, idOf, login, tokenOf, told, userId } from "./holes";
import { ask } from "./person";
import { cookiesOf } from "./session";

// What once got through, tried again over the wire by people who are signed in; see holes.alone.test.ts.

const persdesk = usePersdesk();
const key = { "x-api-key": "demo-internal-key" };
const at = "/backoffice/admin";
let admin = "";
beforeAll(async () => {
  admin = await tokenOf(persdesk(), "admin@persdesk.demo");
});
const by = (token: string, method: string, path: string, body?: unknown) =>
  call(persdesk(), method, path, { token, body });
const asked = (method: string, path: string, body?: unknown) => by(admin, method, path, body);
const withRights = async (...rights: string[]) => tokenOf(persdesk(), await clerk(persdesk(), ...rights));
const screen = (cookie: string, procedure: string, body: unknown) =>
  call(persdesk(), "POST", `/api/trpc/${procedure}`, {
    body,
    headers: { cookie, "x-persdesk": "1", origin: persdesk().url },
  });
const adminRole = () => idOf(persdesk(), "select id from backoffice.roles where code = 'ADMIN'");

describe("an account", () => {
  it("that staff disable stays disabled, whatever its owner has under way", async () => {
    const person = await userId(persdesk(), "rider@persdesk.demo");
    let last: Answered = { status: 0, body: "" };
    for (let turn = 0; turn < 10; turn++) {
      await asked("PATCH", `${at}/portal-users/${person}`, { status: "active" });
      await ask(
        persdesk(),
        (sql) => sql`
        update backoffice.users set status = 'active', password_hash =
          (select password_hash from backoffice.users where email = 'admin@persdesk.demo') where id = ${person}`,
      );
      const token = await tokenOf(persdesk(), "rider@persdesk.demo");
      const newPassword = `Another-horse-${2026 + turn}`;
      await Promise.all([
        by(token, "POST", "/users/change-password", { currentPassword: password, newPassword }),
        asked("PATCH", `${at}/portal-users/${person}`, { status: "disabled" }),
      ]);
      last = await login(persdesk(), "rider@persdesk.demo", newPassword);
      if (last.status === 200) break;
      expect(await idOf(persdesk(), `select status as id from backoffice.users where id = '${person}'`)).toBe(
        "disabled",
      );
    }
    told("High 4", "change-password in flight of PATCH status=disabled, 10 times, then login", last, [401, 403]);
  });

  it("of a company is not taken over by a clerk who may edit portal users", async () => {
    const token = await withRights("portal-user.read", "portal-user.write");
    const person = await userId(persdesk(), "admin@velora.demo");
    const answer = await by(token, "PATCH", `${at}/portal-users/${person}`, { email: "evil@riders.example" });
    told("Medium 1", "PATCH portal-users/{company admin} {email} by portal-user.write alone", answer, 403, "rights");
    const own = await asked("PATCH", `${at}/portal-users/${person}`, { email: "new@velora.demo" });
    told(
      "Medium 1",
      "the same by an administrator: the address waits to be confirmed",
      own,
      200,
      '"pendingEmail":"new@velora.demo"',
    );
  });

  it("of the administrator keeps its rights", async () => {
    const mail = await clerk(persdesk(), "role.read", "role.write", "user-role.write");
    const token = await tokenOf(persdesk(), mail);
    const own = await idOf(
      persdesk(),
      `select role_id as id from backoffice.user_roles join backoffice.users u on u.id = user_id where u.email = '${mail}'`,
    );
    const pair = { roleManagerId: own, roleId: await adminRole(), allowed: true };
    told(
      "Medium 2",
      "PATCH allow-manage {own role → ADMIN} by a clerk",
      await by(token, "PATCH", `${at}/roles-configuration/allow-manage`, { items: [pair] }),
      403,
    );
    const support = await idOf(persdesk(), "select id from backoffice.roles where code = 'SUPPORT'");
    told(
      "Medium 2",
      "PATCH roles/{SUPPORT} {permissions: []} by the clerk",
      await by(token, "PATCH", `${at}/roles/${support}`, { permissions: [] }),
      [403, 422],
    );
    const cookie = await cookiesOf(persdesk().url, mail);
    const first = await userId(persdesk(), "admin@persdesk.demo");
    told(
      "Medium 2",
      "userRoles.set {first administrator, []} by the clerk",
      await screen(cookie, "userRoles.set", { userId: first, roleIds: [], ifMatch: "*" }),
      403,
    );
  });

  it("with a new second factor has no other session", async () => {
    const mail = await clerk(persdesk(), "pers.read");
    const other = await tokenOf(persdesk(), mail);
    const cookie = await cookiesOf(persdesk().url, mail);
    const started = await screen(cookie, "secondFactor.start", { currentPassword: password });
    const { secret } = JSON.parse(started.body).result.data;
    const { TOTP } = await import("otpauth");
    const confirmed = await screen(cookie, "secondFactor.confirm", { code: new TOTP({ secret }).generate() });
    expect(confirmed.status).toBe(200);
    told("Low (second factor)", "GET /users/me with the token from before", await by(other, "GET", "/users/me"), 401);
  });
});

describe("under switch-to", () => {
  it("there is that company alone, no change of the person, and a way out", async () => {
    const membership = await idOf(
      persdesk(),
      `select uc.id from backoffice.user_companies uc join backoffice.users u on u.id = uc.user_id
       join backoffice.companies c on c.id = uc.company_id where u.email = 'member@velora.demo' and uc.status = 'active' and c.status = 'active' limit 1`,
    );
    const other = await idOf(
      persdesk(),
      `select c.id from backoffice.companies c where c.id <> (select company_id from backoffice.user_companies where id = '${membership}') limit 1`,
    );
    const switched = await asked("POST", `/users/switch-to/members/${membership}`, {
      password: "Demo-switch-2026",
      reason: "Trying what got through",
    });
    expect(switched.status).toBe(200);
    const token: string = JSON.parse(switched.body).accessToken;
    told(
      "Medium 4 (switch-to)",
      "GET users/sheet-activity/{another company}",
      await by(token, "GET", `/users/sheet-activity/${other}`),
      403,
    );
    told("Low (switch-to)", "PATCH /users {firstName}", await by(token, "PATCH", "/users", { firstName: "Evil" }), 403);
    told("Low (switch-to)", "POST /users/logout", await by(token, "POST", "/users/logout"), 204);
    told("Low (switch-to)", "GET /users/me after it", await by(token, "GET", "/users/me"), 401);
  });
});

describe("a right", () => {
  it("to histories needs the right to what they are of", async () => {
    const token = await clerk(persdesk(), "audit.read");
    const cookie = await cookiesOf(persdesk().url, token);
    const person = await userId(persdesk(), "admin@velora.demo");
    const input = encodeURIComponent(JSON.stringify({ objectType: "user", objectId: person }));
    const answer = await call(persdesk(), "GET", `/api/trpc/timeLine.of?input=${input}`, { headers: { cookie } });
    told("Medium 9", "history of a user by audit.read alone", answer, 403);
  });

  it("to vehicles or roles shows no address of a person", async () => {
    const read = async (right: string, procedure: string, input: object) => {
      const cookie = await cookiesOf(persdesk().url, await clerk(persdesk(), right));
      const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
      const answer = await call(persdesk(), "GET", path, { headers: { cookie } });
      told("Low (addresses)", `${procedure} by ${right} alone`, answer, 200, '"email":null');
      expect(answer.body).not.toMatch(/"[^"]+@[^"]+"/);
    };
    await read("vehicle.read", "vehicles.list", { rider: 1, limit: 100 });
    await read("role.read", "rightHolders.list", { limit: 100 });
  });

  it("is one of the catalogue, and a role is of its group's portal", async () => {
    for (const code of ["toString", "constructor", "__proto__"])
      told(
        "Low (permissions)",
        `POST roles {permissions: ["${code}"]}`,
        await asked("POST", `${at}/roles`, { code: "X", name: "X", groupCode: "BACKOFFICE", permissions: [code] }),
        [400, 422],
      );
    const portalId = await idOf(persdesk(), "select portal_id as id from backoffice.roles where code = 'ADMIN'");
    const rider = { code: "RIDER_X", name: "X", groupCode: "RIDER", portalId, permissions: [] };
    told("Low (portal)", "POST roles {RIDER, the backoffice's portal}", await asked("POST", `${at}/roles`, rider), 422);
  });
});

describe("a record", () => {
  it("changes only from the version that was named", async () => {
    const id = await idOf(persdesk(), "select id from backoffice.firmware_versions limit 1");
    const body = { segments: [] };
    const headers = { ...key, "if-match": '"999"' };
    const segment = { index: 0, startAddress: 0, length: 1, crc32: "d202ef8d", data: "AA==" };
    body.segments.push(segment as never);
    told(
      "Medium 11",
      'POST …/segments, If-Match: "999"',
      await call(persdesk(), "POST", `/backoffice/pers-firmware-versions/${id}/segments`, { body, headers }),
      412,
    );
    const modelPersId = await idOf(persdesk(), "select id from backoffice.model_pers limit 1");
    told(
      "Medium 11",
      'POST …/compatible-pers, If-Match: "999"',
      await call(persdesk(), "POST", `/backoffice/pers-firmware-versions/${id}/compatible-pers`, {
        body: { modelPersId },
        headers,
      }),
      412,
    );
  });

  it("of a PERS with alerts is not deleted, and a renamed one keeps its messages", async () => {
    const alarmed = await idOf(persdesk(), "select pers_id as id from backoffice.pers_alerts limit 1");
    const cookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
    const { vehicle } = JSON.parse((await asked("GET", `/backoffice/pers/${alarmed}`)).body);
    if (vehicle) expect((await screen(cookie, "vehicles.removePers", { id: vehicle.id })).status).toBe(200);
    const removed = await asked("DELETE", `/backoffice/pers/${alarmed}`);
    told("Medium 8", "DELETE pers/{with alerts, on no vehicle}", removed, 422, "alert");
    const [one] = await ask(
      persdesk(),
      (sql) => sql<{ id: string; serial: string }[]>`
      select p.id, p.nu_serial_pers_number as serial from backoffice.pers p
      where exists (select from backoffice.iot_messages m where m.pers_serial_number = p.nu_serial_pers_number) limit 1`,
    );
    await asked("PATCH", `/backoffice/pers/${one?.id}`, { nuSerialPersNumber: "RENAMED-1" });
    const log = await asked("GET", `/backoffice/log-iot-message?persId=${one?.id}&limit=5`);
    told("Low (renamed PERS)", "GET log-iot-message?persId= after a new serial", log, 200, one?.serial);
  });

  it("is found by what it holds, and sorted by what is asked", async () => {
    const found = await asked("GET", "/backoffice/pers?currentKitConfiguration=handlebar&limit=1");
    told("Low (kit filter)", "GET pers?currentKitConfiguration=handlebar", found, 200);
    expect(JSON.parse(found.body).meta.totalItems).toBeLessThan(2_000);
    told("Low (sortBy)", "GET roles?sortBy=code:asc:junk", await asked("GET", `${at}/roles?sortBy=code:asc:junk`), 400);
    told(
      "Low (serial)",
      "POST pers with a line break in its serial",
      await asked("POST", "/backoffice/pers", {
        nuSerialPersNumber: "A\r\nB",
        modelPERSId: await idOf(persdesk(), "select id from backoffice.model_pers limit 1"),
      }),
      400,
    );
  });

  it("has its documented shape", async () => {
    told("Low (picture)", "GET model-pers", await asked("GET", `${at}/model-pers?limit=1`), 200, '"picture"');
    const person = await userId(persdesk(), "admin@velora.demo");
    told(
      "Low (meta)",
      "GET portal-users/{id}/companies",
      await asked("GET", `${at}/portal-users/${person}/companies`),
      200,
      '"meta"',
    );
    const note = { objectId: crypto.randomUUID(), modelType: "pers", content: "x" };
    told(
      "Low (notes)",
      "POST sheet-activity on an unknown PERS",
      await asked("POST", `${at}/sheet-activity`, note),
      422,
    );
    told(
      "Low (notes)",
      'POST sheet-activity {modelType: "banana"}',
      await asked("POST", `${at}/sheet-activity`, { ...note, objectId: person, modelType: "banana" }),
      422,
    );
    told(
      "Low (opt-in)",
      "PUT optin {platformTechKey: unknown}",
      await asked("PUT", `${at}/portal-users/${person}/optin`, { platformTechKey: "NOPE" }),
      422,
    );
  });

  it("is written into a CSV as text, whatever it begins with", async () => {
    const person = await userId(persdesk(), "admin@nordrad.demo");
    await asked("PATCH", `${at}/portal-users/${person}`, { lastName: "x;=cmd|' /C calc'!A0" });
    const cookie = await cookiesOf(persdesk().url, "support@persdesk.demo");
    const file = await call(persdesk(), "GET", "/api/export/portalUsers?columns=lastName=Name&format=csv", {
      headers: { cookie },
    });
    const line = file.body.split("\n").find((text) => text.includes("calc")) ?? "";
    told("Medium (CSV)", `export of lastName x;=cmd…: ${line.trim()}`, { status: file.status, body: "" }, 200);
    expect(line).toMatch(/^"/);
    expect(line).not.toMatch(/;=cmd/);
  });
});

describe("a reader of live messages", () => {
  it("has twenty places, and none once the account is disabled", async () => {
    const mail = await clerk(persdesk(), "pers.read");
    const cookie = await cookiesOf(persdesk().url, mail);
    const pers = await idOf(persdesk(), "select id from backoffice.pers limit 1");
    const open = () => fetch(`${persdesk().url}/api/live/pers/${pers}`, { headers: { cookie } });
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const refused = await open();
    told("Low (live)", "the 21st stream of one reader", { status: refused.status, body: await refused.text() }, 429);
    const ended = Promise.all(streams.map((stream) => stream.text()));
    const staff = await userId(persdesk(), mail);
    const adminCookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
    expect((await screen(adminCookie, "staff.update", { id: staff, status: "disabled" })).status).toBe(200);
    const begun = Date.now();
    await ended;
    const ms = Date.now() - begun;
    told(
      "Low (live)",
      `20 streams of a disabled account end after ${ms} ms`,
      await open().then(async (answer) => ({ status: answer.status, body: await answer.text() })),
      401,
    );
    expect(ms).toBeLessThan(scaled(10_000, 2_500));
  });
});
