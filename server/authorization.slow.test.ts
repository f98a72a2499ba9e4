import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { exportPath } from "@/server/doors/export";
import { documentedPath, proceduresOf, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { uploadPath } from "@/server/doors/upload-door";
import { handleApi } from "./api";
import { permissionCodes } from "./permissions";
import { appRouter } from "./root";
import { credentialsTaken } from "./testing/asks";
import {
  type Caller,
  type Credentials,
  credentialsOf,
  drawn,
  makeCallers,
  makeCompanyAdmin,
  makePerson,
  type Needed,
  rightsOf,
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

function restAsks(): Ask[] {
  return procedures.flatMap(([, { _def }]) => {
    const { rest, permission, company } = _def.meta ?? {};
    if (!rest || !permission || company || rest.auth === "own") return [];
    const path = `/api${documentedPath(rest.path).replace(/\{\w+\}/g, "-")}?limit=none`;
    const body = rest.method === "GET" ? undefined : "5";
    const ask = { name: `${rest.method} ${rest.path}`, path, method: rest.method, body };
    return [{ ...ask, needed: permission, takes: credentialsTaken(rest.auth) }];
  });
}

function screenAsks(): Ask[] {
  return procedures.flatMap(([name, procedure]): Ask[] => {
    const { _def } = procedure;
    const needed = _def.meta?.permission ?? "public";
    const takes: Ask["takes"] = ["cookie"];
    if (_def.meta?.company || _def.meta?.checkCredentials) return [];
    if (_def.meta?.files)
      return [{ name: `upload ${name}`, needed, takes, method: "POST", path: uploadPath + name, body: "5" }];
    if (takesOrGivesFiles(procedure)) return [];
    const ask =
      _def.type === "mutation"
        ? { path: `/api/trpc/${name}`, method: "POST", body: "5" }
        : { path: `/api/trpc/${name}?input=5`, method: "GET" };
    const exported = {
      name: `export ${name}`,
      needed,
      takes,
      method: "GET",
      path: `${exportPath}${name.split(".").slice(0, -1).join(".")}?format=none`,
    };
    const { beforeEnrolment } = _def.meta ?? {};
    return [{ name: `tRPC ${name}`, needed, takes, beforeEnrolment, ...ask }, ...(_def.meta?.list ? [exported] : [])];
  });
}

const otherDoors: Ask[] = [
  { name: "a picture", needed: "signed-in", takes: ["bearer", "cookie"], path: "/api/pictures/-", method: "GET" },
  { name: "the live messages", needed: "pers.read", takes: ["cookie"], path: "/api/live/pers/-", method: "GET" },
  {
    name: "who is at an alert",
    needed: "pers-alert.read",
    takes: ["cookie"],
    path: "/api/live/alert-desk/-",
    method: "GET",
  },
  { name: "the live inbox", needed: "signed-in", takes: ["cookie"], path: "/api/live/inbox/-%2F", method: "GET" },
];

const endsSession = ({ name }: Ask) => /logout$/.test(name);
// A switched-to session may log out, and has no more to ask afterwards.
const asks = [...restAsks(), ...screenAsks(), ...otherDoors].sort(
  (a, b) => Number(endsSession(a)) - Number(endsSession(b)),
);
let address = 0;

async function statusOf({ path, method, body }: Ask, { bearer, cookie, key }: Credentials) {
  const headers = {
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(cookie && { cookie }),
    ...(key && { "x-api-key": key }),
    ...(body && { "content-type": "application/json" }),
    "x-persdesk": "1",
    refreshToken: "-", // unreadable: a token of switch-to logs out without one
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

// Operations inside a company have a matrix of their own: authorization-company.slow.test.ts.
describe("the authorisation matrix", () => {
  it("has no wrong cell: every operation at every door, by kinds of callers, each of them where everything is tried", {
    timeout: 240_000,
  }, async () => {
    const tried = sample(asks, asks.length / 10, "operations at each of their doors, by kinds of callers");
    const callers = Object.entries(await makeCallers(db(), rightsOf(tried)));
    const wrong: string[] = [];
    let cells = 0;
    for (const ask of tried)
      await Promise.all(
        drawn(callers, 2).map(async ([who, caller]) => {
          const status = await statusOf(ask, caller.credentials(ask.needed));
          const outcome = status === 401 || status === 403 ? status : "through";
          const right = expected(ask, caller);
          cells++;
          if (status >= 500 || outcome !== right) wrong.push(`${ask.name} by ${who}: ${status}, not ${right}`);
        }),
      );
    expect(wrong).toEqual([]);
    console.log(`${tried.length} operations, ${cells} cells`);
    expect(cells).toBeGreaterThanOrEqual(tried.length * 6);
  });

  it("leaves staff who must set up a second factor nothing else, at any door", async () => {
    const early = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
    env.STAFF_SECOND_FACTOR = "required";
    try {
      const wrong: string[] = [];
      const closed = asks.filter(({ needed, takes }) => needed !== "public" && takes.some((one) => one !== "key"));
      const open = closed.filter(({ beforeEnrolment }) => beforeEnrolment);
      for (const ask of [
        ...open,
        ...sample(closed, closed.length / 5, "operations before a second factor is set up"),
      ]) {
        const status = await statusOf(ask, early);
        if ((status === 403) === Boolean(ask.beforeEnrolment)) wrong.push(`${ask.name}: ${status}`);
      }
      expect(wrong).toEqual([]);
    } finally {
      env.STAFF_SECOND_FACTOR = "optional";
    }
  });
});

describe("an operation that looks at its credentials itself", () => {
  const own = procedures.filter(([, { _def }]) => _def.meta?.rest?.auth === "own");

  it.each(own)("%s answers 401 before 400, at both doors", async (name, { _def }) => {
    const path = `/api${_def.meta?.rest?.path}`;
    for (const credentials of [{}, { bearer: "x" }, { bearer: "a.b.c" }])
      for (const body of [undefined, "", "{", "5", "{}"]) {
        const ask = { name, needed: "public", takes: [], method: "POST", path, body } as const;
        expect([body, await statusOf({ ...ask, takes: [] }, credentials)]).toEqual([body, 401]);
      }
    const typed = { name, needed: "public", takes: [], method: "POST", path: `/api/trpc/${name}`, body: "5" } as const;
    expect(await statusOf({ ...typed, takes: [] }, {})).toBe(401);
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
