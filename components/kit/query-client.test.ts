import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { newQueryClient } from "./query-client";

type Input = Record<string, unknown>;
const keyOf = (path: string, input: Input = {}) => [path.split("."), { input, type: "query" }];

/** What the typed door refuses with. */
const fault = (status: number) => Object.assign(new Error("refused"), { data: { problem: { status } } });

/** A page that shows some answers; how often each is asked for, and which of them never comes again. */
function page(shown: [path: string, input?: Input][], hangs?: string) {
  const client = newQueryClient();
  const asked: string[] = [];
  for (const [path, input] of shown) {
    const queryKey = keyOf(path, input);
    client.setQueryData(queryKey, "before");
    const observer = new QueryObserver(client, {
      queryKey,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: () => {
        asked.push(path);
        return path === hangs ? new Promise<string>(() => undefined) : "after";
      },
    });
    observer.subscribe(() => undefined);
  }
  const change = (path: string, variables: Input, options: { meta?: Input; fails?: Error } = {}) =>
    client
      .getMutationCache()
      .build(client, {
        mutationKey: [path.split(".")],
        meta: options.meta,
        mutationFn: () => (options.fails ? Promise.reject(options.fails) : Promise.resolve("done")),
      })
      .execute(variables);
  return { client, asked, change, read: (path: string, input?: Input) => client.getQueryData(keyOf(path, input)) };
}

describe("after a change", () => {
  it("all that is shown is asked for again, and is there when the change is done", async () => {
    const { asked, change, read } = page([["pers.rows"], ["timeLine.of", { objectId: "1" }]]);
    await change("vehicles.assignPers", { id: "1" });
    expect(asked.sort()).toEqual(["pers.rows", "timeLine.of"]);
    expect(read("pers.rows")).toBe("after");
  });

  it.each([
    ["shown", true],
    ["loaded ahead", false],
  ])("a first answer from before it is not kept: what is %s is asked for again", async (_, isShown) => {
    const { client, change, read } = page([]);
    let answers = 0;
    let answerFirst = () => {};
    const first = new Promise<string>((resolve) => {
      answerFirst = () => resolve("before");
    });
    const options = { queryKey: keyOf("timeLine.of"), queryFn: () => (++answers === 1 ? first : "after") };
    const ahead = isShown ? undefined : client.fetchQuery(options);
    if (isShown) new QueryObserver(client, options).subscribe(() => undefined);
    await change("sheetActivities.create", { id: "1" });
    answerFirst();
    await first;
    expect(await ahead).toBe(isShown ? undefined : "before"); // those who wait for it get it
    expect(await client.fetchQuery({ ...options, staleTime: Number.POSITIVE_INFINITY })).toBe("after");
    expect([read("timeLine.of"), answers]).toEqual(["after", 2]);
  });

  it("nobody waits for a total", async () => {
    const { asked, change } = page([["pers.rows"], ["pers.count"]], "pers.count");
    await change("pers.update", { id: "1" });
    expect(asked.sort()).toEqual(["pers.count", "pers.rows"]);
  });

  it("nobody waits for ever", async () => {
    vi.useFakeTimers();
    const { change } = page([["pers.rows"]], "pers.rows");
    const done = change("pers.update", { id: "1" });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await done).toBe("done");
    vi.useRealTimers();
  });

  it("a record that was removed is not asked for, its list is", async () => {
    const { asked, change } = page([["pers.get", { id: "7" }], ["iotMessages.rows", { persId: "7" }], ["pers.rows"]]);
    await change("pers.remove", { id: "7" });
    expect(asked).toEqual(["pers.rows"]);
  });

  it("of somebody else's page nothing is asked for", async () => {
    const { asked, change } = page([["profile.me"]]);
    await change("switchTo.switchScreen", {}, { meta: { leavesPage: true } });
    expect(asked).toEqual([]);
  });

  it("how a person has their screens changes no record, so nothing is asked for again", async () => {
    const { asked, change } = page([["pers.rows"], ["pers.count"], ["listViews.of"]]);
    await change("listViews.setSettings", {}, { meta: { isOfScreens: true } });
    expect(asked).toEqual([]);
  });

  it("a refusal asks again only where what is shown is no longer so", async () => {
    const { asked, change } = page([["pers.get", { id: "1" }]]);
    await expect(change("pers.update", { id: "1" }, { fails: fault(422) })).rejects.toThrow();
    expect(asked).toEqual([]);
    await expect(change("pers.update", { id: "1" }, { fails: fault(412) })).rejects.toThrow();
    expect(asked).toEqual(["pers.get"]);
  });
});
