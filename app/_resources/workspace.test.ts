import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linksBelow } from "@/components/kit/resource";
import { dealers } from "../portal/[companyId]/partner.resource";

const root = "app/portal/[companyId]";
const walk = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file));

const modules = walk(root).filter((file) => file.endsWith(".resource.ts"));
const described = await Promise.all(modules.map((file) => import(join(process.cwd(), file))));
const names = described.flatMap((module) => Object.keys(module));

/** Uses of a resource's own address, which lead out of the workspace: `dealers.record(id)`, but not `base + dealers.at`. */
const bare = (code: string, resources: readonly string[]) =>
  code.match(
    new RegExp(
      `(?<![\\w.]|base \\+ |base\\.at \\+ |record: \\(\\) => )(${resources.join("|")})\\.(at|record|list|create)\\b`,
      "g",
    ),
  ) ?? [];

describe("the resources of the workspace", () => {
  it("are constants", () => {
    expect(names.length).toBeGreaterThan(12);
    expect(described.flatMap((module) => Object.values(module)).filter((one) => typeof one === "function")).toEqual([]);
  });

  it("are linked to below the workspace's address", () => {
    const links = linksBelow("/portal/1", dealers);
    expect([links.at, links.record("2", "people"), links.list({ status: "invited" })]).toEqual([
      "/portal/1/dealers",
      "/portal/1/dealers/2?tab=people",
      "/portal/1/dealers?status=invited",
    ]);
    const screens = [...walk(root), ...walk("app/_company")].filter((file) => !file.endsWith(".resource.ts"));
    expect(screens.flatMap((file) => bare(readFileSync(file, "utf8"), names))).toEqual([]);
  });

  it("are linked to so by the kit too, which shows them as it shows those of the backoffice", () => {
    const kit = walk("components/kit").filter((file) => !/kit\/(resource|base)\.tsx?$/.test(file));
    const found = kit.flatMap((file) =>
      bare(readFileSync(file, "utf8"), ["of", "word\\.of"]).map((use) => `${file}: ${use}`),
    );
    expect(found).toEqual([]);
  });
});
