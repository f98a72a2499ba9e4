import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { run } from "@/scripts/command.mjs";
import { type Persdesk, startPersdesk } from "../harness";
import { signIn } from "./writes";

// DATA_DIR on a disk of its own that is filled up. Only root may mount one: elsewhere the run says that it was not tried.

describe.runIf(isLong)("a DATA_DIR without room", () => {
  const disk = mkdtempSync(join(tmpdir(), "persdesk-full-"));
  let isMounted = false;
  let persdesk: Persdesk | undefined;

  beforeAll(async () => {
    isMounted = (await run("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk])).code === 0;
    if (!isMounted) console.log("persdesk: NOT tested: a full DATA_DIR, because a disk cannot be mounted here");
    persdesk = await startPersdesk({ worker: false, env: { DATA_DIR: join(disk, "data") } });
  });
  afterAll(async () => {
    await persdesk?.stop();
    if (isMounted) await run("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it("refuses files with 503 and takes them when there is room again", async () => {
    if (!persdesk || !isMounted) return;
    const { url } = persdesk;
    const authorization = `Bearer ${await signIn(url)}`;
    const upload = async () => {
      const body = new FormData();
      body.set("file", new File([`%PDF-1.7\n${"a manual ".repeat(20_000)}`], "Manual.pdf"));
      const answer = await fetch(`${url}/api/v1/backoffice/admin/files`, {
        method: "POST",
        headers: { authorization },
        body,
      });
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ...(await answer.json()) };
    };
    expect((await upload()).status).toBe(201);
    const filler = join(disk, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024))).toThrow("ENOSPC");
    expect(await upload()).toMatchObject({ status: 503, retryAfter: "10", code: "unavailable" });
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(200);
    rmSync(filler);
    expect((await upload()).status).toBe(201);
  });
});
