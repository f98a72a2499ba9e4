import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

const isThere = spawnSync("kubectl", ["version", "--client"]).status === 0;

it("kubectl makes every manifest of the folder into one, each with the image of that version", ({ skip }) => {
  skip(!isThere && process.env.OPERATE !== "1", "kubectl is not installed");
  const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", "docs/operations/kubernetes"], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
  expect(kinds).toEqual([
    "ConfigMap",
    "CronJob",
    "Deployment",
    "Deployment",
    "Job",
    "PersistentVolumeClaim",
    "PodDisruptionBudget",
    "Service",
  ]);
  const images = [...stdout.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image);
  expect(new Set(images).size).toBe(1);
  expect(images.length).toBe(readdirSync("docs/operations/kubernetes").length - 1);
});
