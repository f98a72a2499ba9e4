import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { awayCodes, awayTexts, isAway, type Said } from "@/server/kit/call/database-away.rules";
import { hadPageFaultSince, notePageFault } from "@/server/kit/call/page-faults";
import { sampleDoor, sampleRouter } from "./testing";
import { trpcDoor } from "./trpc-door";

const none = () => undefined as never;
const rest = sampleDoor(none);
const screens = trpcDoor({
  router: sampleRouter,
  screenActor: async () => null,
  database: none,
  appUrl: "http://localhost",
});

const ofRest = async (said: Said) => {
  const { status, headers } = await rest("GET", `/samples/says?said=${encodeURIComponent(JSON.stringify(said))}`);
  return [status, headers.get("retry-after")];
};
const ofScreen = async (said: Said) => {
  const url = new URL("http://localhost/api/trpc/says");
  url.searchParams.set("input", JSON.stringify({ said: JSON.stringify(said) }));
  const { status, headers } = await screens({ request: new Request(url), url, requestId: "test", ip: null });
  return [status, headers.get("retry-after")];
};
/** What Next says of a page that could not be drawn. */
const ofPage = ({ message, ...said }: Said) => {
  const begun = performance.now();
  notePageFault(new Error("Failed query", { cause: Object.assign(new Error(message), said) }));
  return hadPageFaultSince(begun);
};

const severe = ["FATAL", "PANIC"].flatMap((severity) => [
  { severity, code: "XX000", message: "could not open file" },
  { severity_local: severity, code: "08P01", message: "something a later pooler says" },
]);
const all: Said[] = [
  ...Object.keys(awayCodes).map((code) => ({ code, message: "gone" })),
  ...awayTexts.map(({ code, begins }) => ({ code, message: `${begins}: more` })),
  ...severe,
];

describe("while the database is away", () => {
  it("every way in which it says so is a 503 with Retry-After, at both doors and on pages", async () => {
    expect(all.length).toBeGreaterThan(60);
    for (const said of all)
      expect([said, await ofRest(said), await ofScreen(said), ofPage(said)]).toEqual([
        said,
        [503, "2"],
        [503, "2"],
        true,
      ]);
  });

  it("what it says of a request stays what it is", async () => {
    const refused: Said[] = [
      { code: "42703", severity: "ERROR", message: "column does not exist" },
      { code: "08P01", severity: "ERROR", message: "bind message supplies 1 parameters, but 2 are needed" },
      { code: "55000", severity: "ERROR", message: "currval is not yet defined" },
      { message: "the timeout expired" },
    ];
    for (const said of refused) expect([said, isAway(said), (await ofRest(said))[0]]).toEqual([said, false, 500]);
  });

  it("every error that the driver makes by itself is in the table, or a fault of ours", () => {
    const ours = ["COPY_IN_PROGRESS", "NOT_TAGGED_CALL", "MAX_PARAMETERS_EXCEEDED", "UNDEFINED_VALUE"];
    const known = new Set([...Object.keys(awayCodes), ...ours, "UNSAFE_TRANSACTION", "57014"]);
    const folder = "node_modules/postgres/src";
    const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    const made = files.flatMap((text) => [...text.matchAll(/Errors\.(?:connection|generic)\('(\w+)'/g)]);
    expect(made.length).toBeGreaterThan(10);
    expect(made.map(([, code]) => code ?? "").filter((code) => !known.has(code))).toEqual([]);
  });
});
