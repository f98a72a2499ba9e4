import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const isThere = spawnSync("promtool", ["--version"]).status === 0;

it("every alert fires and stops as its trial says, by Prometheus' own program", ({ skip }) => {
  skip(!isThere && process.env.OPERATE !== "1", "promtool is not installed");
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "docs/operations/alerts.test.yml"], {
    encoding: "utf8",
  });
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
});
