import { expect, it } from "vitest";
import { listeningSql } from "@/db/client";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { visitAlert } from "./alert-presence.service";

const { db } = useDatabase();

it("who is at an alert is told again by one round of the process, however many pages have it open", async () => {
  const heard: string[] = [];
  const persAlertId = crypto.randomUUID();
  const { unlisten } = await listeningSql().listen("alert_presence", (text) => heard.push(text));
  const visit = () =>
    visitAlert(staffCtx(db()), { persAlertId, mayLook: async () => true, say: () => undefined, over: () => undefined });
  const asks = (text: string) => text.includes(` staff:${persAlertId} ?`);
  const leave = [await visit(), await visit(), await visit()];
  await expect.poll(() => heard.filter(asks).length).toBe(3);
  await expect.poll(() => heard.length).toBeGreaterThan(3);
  leave.push(await visit()); // which is told behind whatever was told of this place before
  await expect.poll(() => heard.filter(asks).length).toBe(4);
  expect(heard.filter((text) => !asks(text))).toHaveLength(1);
  for (const go of leave) go();
  await unlisten();
});
