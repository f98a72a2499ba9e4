import { beforeAll, expect, it } from "vitest";
import { countries, routineLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { speaking } from "@/texts/node";
import type { Language } from "@/texts/speech";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** As `server/serve.ts` hands a request on. */
async function ask(language: Language, path: string, init: RequestInit = {}) {
  const headers = { host: "localhost", "content-type": "application/json", "x-persdesk": "1", ...init.headers };
  const response = await speaking({ language, timeZone: "UTC" }, () =>
    handleApi(new Request(`http://localhost${path}`, { ...init, headers })),
  );
  return { status: response.status, body: await response.json() };
}

it("REST says what is wrong in the language of the request", async () => {
  const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, ["country.write"]));
  const headers = { authorization: `Bearer ${bearer}` };
  const [xx] = await db()
    .insert(countries)
    .values(["XX", "XY"].map((code) => ({ code, name: code, phonePrefix: "+999" })))
    .returning();
  const patch = async (language: Language, body: object, at = `countries/${xx?.id}`) => {
    const init = { method: "PATCH", headers, body: JSON.stringify(body) };
    const { status, body: problem } = await ask(language, `/api/v1/backoffice/admin/${at}`, init);
    return [status, problem.errors?.[0]?.message ?? problem.detail];
  };
  expect(await patch("fr", { name: "" })).toEqual([400, "Ce champ est obligatoire."]);
  expect(await patch("de", { name: 5 })).toEqual([400, "Hier wird ein Text erwartet."]);
  const name = "x".repeat(5000);
  expect(await patch("en", { name })).toEqual([400, expect.stringMatching(/^At most \d+ characters\.$/)]);
  expect(await patch("fr", { name })).toEqual([400, expect.stringMatching(/^\d+ caractères au plus\.$/)]);
  expect(await patch("de", { code: "XY" })).toEqual([422, "Ein Land mit diesem Code gibt es schon."]);
  expect(await patch("fr", {}, `languages/${crypto.randomUUID()}`)).toEqual([
    403,
    "Il faut pour cela l’autorisation «\u00a0Modifier les langues\u00a0» (language.write).",
  ]);
});

it("REST names permissions in the language of the request", async () => {
  const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, ["role.read"]));
  const labelIn = async (language: Language) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const { body } = await ask(language, "/api/v1/backoffice/admin/permissions", { headers });
    return body.items.find(({ code }: { code: string }) => code === "country.write").label;
  };
  expect([await labelIn("en"), await labelIn("fr")]).toEqual(["Edit countries", "Modifier les pays"]);
});

it("screens do so in the person's language, whatever their browser's is", async () => {
  const german = await makePerson(db(), { languageId: languageId("de") }, ["firmware.write"]);
  const { cookie } = await credentialsOf(db(), german);
  const { body } = await ask("fr", "/api/trpc/firmwareCategories.create", {
    method: "POST",
    headers: { cookie },
    body: JSON.stringify({ label: "" }),
  });
  expect(body.error.data.problem.errors).toEqual([{ path: "label", message: "Dieses Feld ist erforderlich." }]);
});

it("a day of a filter is a day by the person's clock", async () => {
  const person = await makePerson(db(), { timeZone: "Pacific/Auckland" }, ["routine-log.read"]);
  const { cookie, bearer } = await credentialsOf(db(), person);
  // 13 hours ahead of UTC: the second and the third are of 10 March there.
  const startedAt = ["2026-03-09T10:59:59Z", "2026-03-09T11:00:00Z", "2026-03-10T10:59:59Z", "2026-03-10T11:00:00Z"];
  await db()
    .insert(routineLog)
    .values(
      startedAt.map((at) => ({
        codeRoutine: at,
        routine: "Test",
        module: "test",
        startedAt: at,
        status: "done" as const,
      })),
    );
  const input = { sentFrom: "2026-03-10", sentTo: "2026-03-10", limit: 10, page: 1 };
  const screen = await ask("en", `/api/trpc/routineLogs.rows?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: { cookie },
  });
  const codes = (items: { codeRoutine: string }[]) => items.map(({ codeRoutine }) => codeRoutine).sort();
  expect(codes(screen.body.result.data.items)).toEqual(startedAt.slice(1, 3));
  // The same by REST, which has no person's clock, is of UTC.
  const rest = await ask("en", "/api/v1/backoffice/admin/log-routine?sentFrom=2026-03-10&sentTo=2026-03-10", {
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(codes(rest.body.items)).toEqual(startedAt.slice(2));
});
