import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesFor } from "@/components/kit/screen";
import { backoffice } from "./backoffice";

const root = "app/(backoffice)";
const files = readdirSync(root, { recursive: true }).map(String);
const resourceFiles = files.filter((file) => /\.resource\.ts$/.test(file));

/** The address of a page's folder: groups in brackets are no part of it. */
const addressOf = (page: string) => `/${page.replace(/\/?page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`;
const addresses = new Set(files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(addressOf));

describe("the register of the backoffice", () => {
  it("holds all that is described, each once", async () => {
    expect(resourceFiles.length).toBeGreaterThan(20);
    const described = await Promise.all(resourceFiles.map((file) => import(join(process.cwd(), root, file))));
    const missing = described
      .flatMap((module) => Object.values(module))
      .filter((one) => !backoffice.includes(one as never));
    expect(missing).toEqual([]);
    expect(new Set(backoffice.map(({ at }) => at)).size).toBe(backoffice.length);
  });

  it("leads to pages that there are", () => {
    const led = backoffice.flatMap(({ at, create }) => [at, ...(create ? [create.href] : [])]);
    expect(led.filter((at) => !addresses.has(at))).toEqual([]);
  });

  it("shows to nobody what they may not see, nor the way to make what they may not write", () => {
    expect(entriesFor(backoffice, new Set()).map(({ at }) => at)).toEqual(["/", "/profile"]);
    const [, , models] = entriesFor(backoffice, new Set(["model-pers.read"]));
    expect(models).toMatchObject({ at: "/model-pers", heading: "PERS models", create: undefined });
    const [, , writable] = entriesFor(backoffice, new Set(["model-pers.read", "model-pers.write"]));
    expect(writable?.create).toEqual({ title: "Create PERS model", href: "/model-pers/new" });
  });
});

it("every description lies in the folder of its page", () => {
  const astray = resourceFiles.filter((file) => !existsSync(join(root, file, "..", "page.tsx")));
  expect(astray).toEqual([]);
});
