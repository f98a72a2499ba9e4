import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { exportPath } from "@/server/doors/export";
import { proceduresOf } from "@/server/doors/rest-plan";
import { handleApi } from "./api";
import { isPermission, permissionCodes } from "./permissions";
import { appRouter } from "./root";
import {
  type Caller,
  type Credentials,
  credentialsOf,
  makeCallers,
  makeCompanyAdmin,
  makePerson,
  type Needed,
} from "./testing/callers";

const { db } = useDatabase();
const procedures = proceduresOf(appRouter);

/** Something that can be asked for, and with which credentials. */
interface Ask {
  name: string;
  needed: Needed;
  takes: (keyof Credentials)[];
  /** asks in a way that nobody's rights make good, so that who gets through meets a 400 and changes no row */
  path: string;
  method: string;
  body?: string;
  /** open to staff who still have to set up their second factor */
  beforeEnrolment?: boolean;
}

const credentialsFor = { bearer: ["bearer"], apiKey: ["key"], either: ["bearer", "key"], none: [], own: [] } as const;

function restAsks(): Ask[] {
  return procedures.flatMap(([, { _def }]) => {
    const { rest, permission } = _def.meta ?? {};
    if (!rest || !permission) return [];
    const path = `/api${rest.path.replace(/\{\w+\}/g, "-")}?limit=none`;
    const body = rest.method === "GET" ? undefined : "5";
    const ask = { name: `${rest.method} ${rest.path}`, path, method: rest.method, body };
    const needed = rest.auth === "own" ? "public" : permission;
    return [{ ...ask, needed, takes: [...credentialsFor[rest.auth]] }];
  });
}

function screenAsks(): Ask[] {
  return procedures.flatMap(([name, { _def }]): Ask[] => {
    const needed = _def.meta?.permission ?? "public";
    const takes: Ask["takes"] = ["cookie"];
    const ask =
      _def.type === "mutation"
        ? { path: `/api/trpc/${name}`, method: "POST", body: "5" }
        : { path: `/api/trpc/${name}?input=5`, method: "GET" };
    const exported = {
      name: `export ${name}`,
      needed,
      takes,
      method: "GET",
      path: `${exportPath}${name.split(".")[0]}?format=none`,
    };
    const { beforeEnrolment } = _def.meta ?? {};
    return [{ name: `tRPC ${name}`, needed, takes, beforeEnrolment, ...ask }, ...(_def.meta?.list ? [exported] : [])];
  });
}

const otherDoors: Ask[] = [
  { name: "a picture", needed: "signed-in", takes: ["bearer", "cookie"], path: "/api/pictures/-", method: "GET" },
  { name: "the live messages", needed: "pers.read", takes: ["cookie"], path: "/api/live/pers/-", method: "GET" },
];

const asks = [...restAsks(), ...screenAsks(), ...otherDoors];
let address = 0;

async function statusOf({ path, method, body }: Ask, { bearer, cookie, key }: Credentials) {
  const headers = {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(cookie && { cookie }),
    ...(key && { "x-api-key": key }),
    ...(body && { "content-type": "application/json" }),
    "x-persdesk": "1",
  };
  const request = new Request(`http://localhost${path}`, { method, headers, body });
  const response = await handleApi(request, `10.1.${(++address >> 8) & 255}.${address & 255}`);
  await response.arrayBuffer();
  return response.status;
}

function expected({ needed, takes }: Ask, caller: Caller) {
  if (needed === "public") return "through";
  const sent = caller.credentials(needed);
  return takes.some((one) => one in sent) ? caller.outcome(needed) : 401;
}

beforeAll(() => seedBase(db()));

/** What each router's operations may ask for, said a second time so that a line copied from elsewhere is noticed. */
const asksFor: Record<string, string> = {
  modelPers: "model-pers",
  pers: "pers",
  persAlerts: "pers",
  currentData: "pers",
  iotMessages: "iot",
  firmwareCategories: "firmware",
  firmwareVersions: "firmware",
  levelAlerts: "alert",
  alerts: "alert",
  vehicleBrands: "vehicle",
  vehicleModels: "vehicle",
  vehicles: "vehicle",
  brandMessages: "brand-message",
  languages: "language",
  countries: "country",
  labels: "label",
  home: "pers mail-log",
  login: "public signed-in",
  registration: "public",
  password: "public signed-in switch-to",
  secondFactor: "signed-in portal-user second-factor",
  sessions: "signed-in",
  profile: "signed-in",
  portalUsers: "portal-user",
  riders: "rider",
  userRoles: "role user-role",
  rightHolders: "role",
  switchTo: "switch-to signed-in portal-user",
  sheetActivities: "sheet-activity signed-in",
  roles: "role",
  allowManage: "role",
  catalogue: "role signed-in",
  apiKeys: "api-key",
  invitations: "public portal-user",
  staff: "staff",
  workspace: "signed-in",
  audit: "audit",
  search: "signed-in",
  mailLogs: "mail-log",
  routineLogs: "routine-log",
};

describe("the right that an operation asks for", () => {
  it.each(procedures)("fits what %s does", (name, { _def }) => {
    const permission = _def.meta?.permission ?? "";
    const [router = ""] = name.split(".");
    expect(asksFor[router]?.split(" ")).toContain(permission.replace(/\.\w+$/, ""));
    if (!isPermission(permission)) return;
    if (_def.type === "mutation") expect(permission).not.toMatch(/\.read$/);
    else expect(permission).toMatch(/\.(read|use)$/);
  });
});

describe("the authorisation matrix", () => {
  it("has no wrong cell: every operation at every door, every kind of caller", { timeout: 120_000 }, async () => {
    const callers = Object.entries(await makeCallers(db()));
    const wrong: string[] = [];
    let cells = 0;
    for (const ask of asks)
      await Promise.all(
        callers.map(async ([who, caller]) => {
          const status = await statusOf(ask, caller.credentials(ask.needed));
          const outcome = status === 401 || status === 403 ? status : "through";
          const right = expected(ask, caller);
          // A refresh and a reset look at their credentials themselves: what is no such thing is 400 or 401.
          const isOwn = outcome === 401 && right === "through" && /refresh-token|reset-password/.test(ask.path);
          cells++;
          if (status >= 500 || (outcome !== right && !isOwn))
            wrong.push(`${ask.name} by ${who}: ${status}, not ${right}`);
        }),
      );
    expect(wrong).toEqual([]);
    expect(cells).toBe(asks.length * callers.length);
    expect(asks.length).toBeGreaterThan(procedures.length * 1.4);
  });

  it("leaves staff who must set up a second factor nothing else, at any door", { timeout: 60_000 }, async () => {
    const early = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
    env.STAFF_SECOND_FACTOR = "required";
    try {
      const wrong: string[] = [];
      for (const ask of asks.filter(({ needed, takes }) => needed !== "public" && takes.some((one) => one !== "key"))) {
        const status = await statusOf(ask, early);
        if ((status === 403) === Boolean(ask.beforeEnrolment)) wrong.push(`${ask.name}: ${status}`);
      }
      expect(wrong).toEqual([]);
    } finally {
      env.STAFF_SECOND_FACTOR = "optional";
    }
  });
});

describe("company against company", () => {
  it("keeps the sheets of each from all others, and shows its own", async () => {
    const people = await Promise.all(
      (["MANUFACTURER", "MANUFACTURER", "DEALER", "SUBCONTRACTOR", "FLEET"] as const).map(async (category) => {
        const { user, companyId } = await makeCompanyAdmin(db(), category);
        return { userId: user.id, companyId, credentials: await credentialsOf(db(), user) };
      }),
    );
    const rider = await credentialsOf(db(), await makePerson(db(), { type: "Rider" }));
    const sheet = (id: string): Ask => ({
      name: "sheet",
      needed: "signed-in",
      takes: ["bearer"],
      method: "GET",
      path: `/api/v1/users/sheet-activity/${id}`,
    });
    for (const owner of people)
      for (const id of [owner.companyId, owner.userId]) {
        for (const other of people)
          expect(await statusOf(sheet(id), other.credentials)).toBe(other === owner ? 200 : 403);
        expect(await statusOf(sheet(id), rider)).toBe(403);
      }
  });
});
