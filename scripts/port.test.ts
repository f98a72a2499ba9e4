import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

const asks = `import { freePort } from "./scripts/port.mjs";
  const ports = [];
  while (ports.length < 200) ports.push(await freePort(0, "127.0.0.1"));
  process.send(ports);
  process.once("disconnect", () => process.exit());
  setInterval(() => {}, 1_000);`;

it("gives no port twice, neither to one process nor to two that live", async () => {
  const children = [1, 2].map(() =>
    spawn(process.execPath, ["--input-type=module", "--eval", asks], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  );
  const answers = await Promise.all(children.map((child) => once(child, "message")));
  for (const child of children) child.disconnect();
  const ports = answers.flatMap(([given]: number[][]) => given);
  expect(ports).toHaveLength(400);
  expect(new Set(ports).size).toBe(400);
});
