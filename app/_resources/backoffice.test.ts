import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { otherKinds } from "@/components/kit/audited.words";
import { type Resource, wordOf } from "@/components/kit/resource";
import { areasFor } from "@/components/kit/screen";
import { verbs } from "@/components/kit/sheet/change-event";
import { said } from "@/server/kit/value/words.rules";
import { auditedActions, auditedKinds } from "@/server/overview/audit/testing";
import { appRouter } from "@/server/root";
import { texts } from "@/texts/node";
import { backoffice, backofficeAreas } from "./backoffice";
import { audited } from "./backoffice-parts";

const root = "app/(backoffice)";
const files = readdirSync(root, { recursive: true }).map(String);
const resourceFiles = files.filter((file) => /\.resource\.ts$/.test(file));

/** The address of a page's folder: groups in brackets are no part of it. */
const addressOf = (page: string) => `/${page.replace(/\/?page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`;
const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(addressOf);
/** The one page of a plain resource is its list and its form (ADR 117). */
const plainPage = /\/\[\[\.{3}\w+\]\]$/;
const addresses = new Set(
  pages.flatMap((at) => (plainPage.test(at) ? ["", "/new"].map((part) => at.replace(plainPage, part)) : [at])),
);

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

  it("is called what it is in French and German too", () => {
    expect(backoffice.filter(({ heading }) => !texts[heading]).map(({ heading }) => heading)).toEqual([]);
  });

  it("says of every kind of record that the code audits what it is", () => {
    const described = [...audited.pages, ...audited.parts].map((one) => one.audited);
    const known = new Set<string | undefined>([...described, ...Object.keys(otherKinds)]);
    expect(auditedKinds().filter((kind) => kind !== "session" && !known.has(kind))).toEqual([]);
  });

  it("says of every action that the code audits what it did", () => {
    const own = [...audited.pages, ...audited.parts].flatMap((one) => Object.keys(one.verbs));
    const known = new Set([...Object.keys(verbs), ...Object.keys(audited.verbs), ...own]);
    expect(auditedActions().filter((action) => action !== "login" && !known.has(action))).toEqual([]);
  });

  it("leads to pages that there are", () => {
    const led = backoffice.flatMap(({ at, create }) => [at, ...(create ? [create.href] : [])]);
    expect(led.filter((at) => !addresses.has(at))).toEqual([]);
  });

  it("shows to nobody what they may not see, nor the way to make what they may not write", () => {
    const shown = (...rights: string[]) =>
      areasFor(backofficeAreas, new Set(rights))
        .flat()
        .flatMap(({ pages, others }) => [...pages, ...others]);
    expect(shown().map(({ at }) => at)).toEqual(["/", "/profile"]);
    const [, , models] = shown("model-pers.read");
    expect(models).toMatchObject({ at: "/model-pers", heading: "PERS models" });
    expect(models?.create).toBeUndefined();
    const [, , writable] = shown("model-pers.read", "model-pers.write");
    expect(writable?.create).toEqual({ title: "Create PERS model", href: "/model-pers/new" });
  });
});

it("every description lies in the folder of its page", () => {
  const isBeside = (page: string) => (file: string) => existsSync(join(root, file, "..", page));
  const astray = resourceFiles.filter(
    (file) => !["page.tsx", "[[...at]]/page.tsx"].some((page) => isBeside(page)(file)),
  );
  expect(astray).toEqual([]);
});

/** A value's schema without "or nothing" around it. */
const plain = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? plain(schema.unwrap() as z.ZodType) : schema;

/** The codes of a value: those of an enum, or of a number with words. What is written as a word already is none. */
const codesOf = (schema: z.ZodType) => {
  const { words } = said.get(schema) ?? {};
  if (schema instanceof z.ZodEnum) return schema.options.map(String).filter((code) => !/^[A-Z][a-z]/.test(code));
  return words && !(schema instanceof z.ZodBoolean) ? Object.keys(words) : [];
};

it("every code that a history can show has a word", () => {
  const procedures = appRouter._def.procedures as Record<string, { _def?: { output?: z.ZodType } } | undefined>;
  const raw: string[] = [];
  let seen = 0;
  for (const of of backoffice as Resource[]) {
    const output = of.audited && procedures[`${of.router}.get`]?._def?.output;
    if (!(output instanceof z.ZodObject)) continue;
    for (const [field, schema] of Object.entries(output.shape)) {
      if (!(field in of.allWords)) continue;
      const codes = codesOf(plain(schema as z.ZodType));
      seen += codes.length;
      const { values } = wordOf(of, field);
      for (const code of codes) if (!values?.[code]) raw.push(`${of.router}.${field}: ${code}`);
    }
  }
  expect(seen).toBeGreaterThan(10);
  expect(raw).toEqual([]);
});

describe("what all screens share", () => {
  const reading = (pattern: RegExp) =>
    files.filter((file) => pattern.test(file)).map((file) => [file, readFileSync(join(root, file), "utf8")] as const);

  it("a sheet begins with its facts, and its form is a step of its own", () => {
    const sheets = reading(/\.sheet\.tsx$/).filter(([, text]) => text.includes("<ResourceSheet"));
    expect(sheets.length).toBeGreaterThan(25);
    expect(sheets.filter(([, text]) => /key: "(overview|edit|details)"/.test(text)).map(([file]) => file)).toEqual([]);
    const mute = sheets
      .filter(([, text]) => /^\s+edit=/m.test(text) && !/^\s+(about|overview)=/m.test(text))
      .map(([file]) => file);
    expect(mute).toEqual([]);
  });

  it("a page of a form or of an import tells who may not use it", () => {
    const pages = reading(/(new|import)\/page\.tsx$/);
    expect(pages.length).toBeGreaterThan(20);
    expect(
      pages.filter(([, text]) => !/newPage\(|textImportPage\(|onlyWhoMay\(/.test(text)).map(([file]) => file),
    ).toEqual([]);
  });
});
