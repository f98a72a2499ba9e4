import { beforeAll, describe, expect, it } from "vitest";
import { type Credentials, conformanceCases, faultsOf } from "@/server/api.conformance";
import { signIn as tokenOf } from "./fault/writes";
import { useBrowser, usePersdesk } from "./harness";
import { signInOverHttp } from "./person";

// The unit tests put the same cases to the handler itself; here they come over the wire, with credentials got as people get them.

const openPage = useBrowser();

function isDecodable(path: string) {
  try {
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}

describe.each(["serve", "next start"] as const)("the API, mounted by %s", (mount) => {
  const persdesk = usePersdesk(mount === "serve" ? undefined : { worker: false, mount });
  let credentials: Credentials;

  beforeAll(async () => {
    const page = await openPage();
    await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
    const cookies = await page.context().cookies();
    credentials = {
      nobody: {},
      person: { authorization: `Bearer ${await tokenOf(persdesk().url)}` },
      screen: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
      "wrong person": { authorization: "Bearer x.y.z" },
      key: { "x-api-key": "demo-internal-key" },
      "wrong key": { "x-api-key": "pd_wrong_key" },
    };
  });

  it("tells no metrics: they have a port of their own, and this is an address like any other that is not there", async () => {
    const answer = await fetch(`${persdesk().url}/metrics`, { redirect: "manual" });
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get("location")]).toEqual([307, expect.stringMatching(/^\/login/)]);
  });

  it("asks browsers to compile the scripts of pages while they load", async () => {
    const html = await (await fetch(`${persdesk().url}/login`)).text();
    const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src);
    expect(scripts.length).toBeGreaterThan(3);
    for (const src of scripts)
      expect(await (await fetch(persdesk().url + src)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  // A path that does not decode never reaches a handler of Next's: it answers 500 by itself.
  const cases = conformanceCases.filter(({ path }) => mount === "serve" || isDecodable(path));

  it.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const send = (path: string, init: RequestInit) => fetch(persdesk().url + path, { ...init, redirect: "manual" });
    expect(await faultsOf(one, send, credentials)).toEqual([]);
  });
});
