import { describe, expect, it } from "vitest";
import { recordFields } from "@/server/doors/field-texts.records";
import { sharedFields } from "@/server/doors/field-texts.shared";
import { openApi } from "@/server/doors/openapi";
import { inputSchemaOf, planOperations, proceduresOf } from "@/server/doors/rest-plan";
import { webhookEventCodes } from "@/server/kit/record/webhook-event.rules";
import { webhookHeaders } from "@/server/operations/webhook/webhook-signature";
import { appRouter } from "@/server/root";

// The document as clients get it, of all operations: what a generator stumbles over.

const document = JSON.parse(JSON.stringify(openApi(planOperations(appRouter))));

/** Every object within a value, with the way to it. */
function* objectsIn(value: unknown, way = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [way, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${key}`);
}
const objects = [...objectsIn(document)];

/** What fields of a name may hold in requests and in answers: a choice of values, or a type. */
function sides() {
  const requests = new Map<string, Set<string>>();
  const answers = new Map<string, Set<string>>();
  const note = (into: Map<string, Set<string>>, name: string, schema: Record<string, unknown>) => {
    for (const part of [schema, ...((schema.anyOf ?? []) as Record<string, unknown>[])]) {
      const choice = Array.isArray(part.enum) ? part.enum.join() : String(part.type);
      into.set(name, (into.get(name) ?? new Set()).add(choice));
    }
  };
  const walk = (into: Map<string, Set<string>>, start: unknown, seen: Set<string>) => {
    for (const [way, object] of objectsIn(start)) {
      if (way.endsWith("/properties"))
        for (const [name, schema] of Object.entries(object)) note(into, name, Object(schema));
      const { $ref } = object;
      const name = typeof $ref === "string" ? ($ref.split("/").pop() ?? "") : "";
      if (!name || seen.has(name)) continue;
      seen.add(name);
      walk(into, document.components.schemas[name], seen);
    }
  };
  const [inRequests, inAnswers] = [new Set<string>(), new Set<string>()];
  for (const path of Object.values<Record<string, Record<string, unknown>>>(document.paths))
    for (const { requestBody, parameters, responses } of Object.values(path)) {
      walk(requests, requestBody, inRequests);
      for (const { name, schema } of parameters as { name: string; schema: object }[])
        note(requests, name, Object(schema));
      walk(answers, responses, inAnswers);
    }
  return { requests, answers };
}

describe("the API's document", () => {
  it("has no reference that leads nowhere", () => {
    const refs = objects.flatMap(([way, { $ref }]) => (typeof $ref === "string" ? [[way, $ref] as const] : []));
    expect(refs.length).toBeGreaterThan(1000);
    const lost = refs.filter(([, ref]) => {
      const path = ref.replace("#/", "").split("/");
      return !ref.startsWith("#/") || path.reduce((inside, key) => inside?.[key], document) === undefined;
    });
    expect(lost).toEqual([]);
  });

  it("names each required field once", () => {
    const lists = objects.flatMap(([way, { required }]) => (Array.isArray(required) ? [[way, required] as const] : []));
    expect(lists.length).toBeGreaterThan(100);
    expect(lists.filter(([, names]) => new Set(names).size < names.length)).toEqual([]);
  });

  it.each([
    ["/api/v1/users/login", [401, 403]],
    ["/api/notification-push/status", [401, 404]],
  ])("says what %s may answer", (path, statuses) => {
    expect(Object.keys(document.paths[path].post.responses).map(Number)).toEqual(expect.arrayContaining(statuses));
  });

  const operations = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap((path) =>
    Object.values(path).filter(({ operationId }) => operationId),
  ) as Record<"operationId" | "summary" | "description", string>[]; // what the filter leaves

  it("gives each operation an id that reads well, a line, and who may call it", () => {
    expect(operations.length).toBeGreaterThan(350);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, n) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id) || ids.indexOf(id) !== n)).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["login", "listPers", "getPers", "updateModelPers", "switchTo"]));
    // Without a line an operation has its name in the router, which has a point in it.
    const plain = operations.filter(({ summary }) => !/^[A-Z][^.:]{3,90}$/.test(summary));
    expect(plain.map(({ operationId, summary }) => [operationId, summary])).toEqual([]);
    const who = /For (staff|anybody|everybody|internal callers|the company's people)|no credentials|itself/;
    expect(operations.filter(({ description }) => !who.test(description))).toEqual([]);
  });

  it("names the right and the scope that an operation needs", () => {
    const told = (id: string) => operations.find(({ operationId }) => operationId === id)?.description;
    expect(told("listPers")).toContain('For staff with the right "See PERS devices" (`pers.read`).');
    expect(told("listFirmwareVersions")).toContain("keys need the scope `firmware.read`");
    expect(told("listDealers")).toContain("For the company's people with the right");
  });

  it("has a sentence for each tag, and an introduction", () => {
    const tags = document.tags as { name: string; description: string }[];
    expect(tags.filter(({ description }) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
    for (const word of ["x-api-key", "refresh-token", "sortBy", "Idempotency-Key", "If-Match", "Retry-After"])
      expect(document.info.description).toContain(word);
    for (const [, path] of document.info.description.matchAll(/`[A-Z]+ (\/api\/\S+)`/g))
      expect(Object.keys(document.paths)).toContain(path);
  });

  it("bounds no number by what a program can count to", () => {
    const bounds = objects.flatMap(([way, { minimum, maximum }]) =>
      [minimum, maximum].filter((bound) => Math.abs(Number(bound ?? 0)) >= 2 ** 52).map((bound) => [way, bound]),
    );
    expect(bounds).toEqual([]);
  });

  it("offers the same choice in answers as in requests", () => {
    const { requests, answers } = sides();
    const open = [...requests].flatMap(([name, choices]) =>
      [...choices]
        .filter((choice) => /^\d(,\d)+$/.test(choice))
        .flatMap((choice) =>
          [...(answers.get(name) ?? [])].filter((one) => one === "integer").map(() => [name, choice]),
        ),
    );
    expect(open).toEqual([]);
  });

  it("says of each address that it is one, and of each web address", () => {
    const fields = objects.flatMap(([way, object]) =>
      Object.entries(Object(way.endsWith("/properties") ? object : undefined)).map(
        ([name, schema]) => [`${way}/${name}`, name, JSON.stringify(schema)] as const,
      ),
    );
    expect(fields.length).toBeGreaterThan(1500);
    const plain = fields.filter(
      ([way, name, schema]) =>
        /"string"/.test(schema) &&
        ((/^(email|pendingEmail)$/.test(name) &&
          !/"format":"email"/.test(schema) &&
          !/ContactLog|rejected|\/Search\w+DTO\//.test(way)) ||
          (/^(storeUrl|erpUrl|url)$/.test(name) && !/"format":"uri"/.test(schema))),
    );
    expect(plain).toEqual([]);
  });

  it("has a sentence for each parameter, property and schema", () => {
    const isSilent = (text: unknown) => typeof text !== "string" || text.length < 4;
    const parameters = objects.filter(([way]) => /\/parameters\/\d+$/.test(way));
    const properties = objects.flatMap(([way, object]) =>
      way.endsWith("/properties")
        ? Object.entries(object).map(([name, part]) => [`${way}/${name}`, Object(part)] as const)
        : [],
    );
    const schemas = Object.entries<Record<string, unknown>>(document.components.schemas);
    expect([parameters.length > 1000, properties.length > 2000, schemas.length > 300]).toEqual([true, true, true]);
    const silent = [...parameters, ...properties, ...schemas].filter(([, { description }]) => isSilent(description));
    expect(silent.map(([way, { name }]) => `${way} ${name ?? ""}`)).toEqual([]);
  });

  it("has an example of each body and answer of JSON", () => {
    const contents = objects.filter(
      ([way, { schema }]) => /^#\/paths\/.+\/application\/json$/.test(way) && schema !== undefined,
    );
    expect(contents.length).toBeGreaterThan(350);
    // The document lets this body be empty.
    const isEmpty = /faq\/\{\w+\}\/content\/post\/requestBody/;
    const silent = contents.filter(([way, content]) => !("example" in content) && !isEmpty.test(way));
    expect(silent.map(([way]) => way)).toEqual([]);
  });

  it("describes each webhook and what it sends", () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookEventCodes);
    const { requestBody, parameters } = document.webhooks["pers-alert.closed"].post;
    expect(requestBody.content["application/json"].schema.$ref).toBe("#/components/schemas/PersAlertClosedEvent");
    expect(document.components.schemas.PersAlertClosedEvent.properties).toMatchObject({
      type: { const: "pers-alert.closed" },
      data: { required: ["persAlertId", "persId", "alertId", "startedAt", "endedAt"] },
    });
    const names = parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Object.keys(webhookHeaders([], "", "")));
  });

  it("says no sentence of a field that no operation has", () => {
    const names = new Set(objects.flatMap(([way, object]) => (way.endsWith("/properties") ? Object.keys(object) : [])));
    for (const [way, { name }] of objects) if (/\/parameters\/\d+$/.test(way)) names.add(String(name));
    const told = Object.keys({ ...sharedFields, ...recordFields }).map((key) => key.split(":")[0] ?? key);
    expect(told.filter((name) => !names.has(name))).toEqual([]);
  });

  it("says the shape of a message of a device", () => {
    const { items } = document.components.schemas.IngestIotMessagesDTO.properties.messages;
    expect(items).toMatchObject({ type: "object", properties: { sentAt: { type: "string" } } });
    expect(items.required).toContain("payload");
  });
});

// What callers and screens may send and what they get, down to each limit, is in files: a change of it shows, and is meant.
// Where it is: `npx vitest run server/api-document.test.ts -u`, and look the difference through.
describe("what is released", () => {
  const file = (name: string) => `../docs/api/released/${name}`;

  it("is the document that clients were given", async () => {
    const { version: _, ...info } = document.info;
    await expect(`${JSON.stringify({ ...document, info }, null, 1)}\n`).toMatchFileSnapshot(file("openapi.json"));
  });

  it("is what screens may send, a line for each procedure that is not in the document", async () => {
    const lines = proceduresOf(appRouter)
      .filter(([, { _def }]) => !_def.meta?.rest)
      .map(([name, procedure]) => {
        const { $schema: _, ...input } = inputSchemaOf(procedure);
        return `${JSON.stringify(name)}: ${JSON.stringify(input)}`;
      });
    expect(lines.length).toBeGreaterThan(500);
    await expect(`{\n${lines.sort().join(",\n")}\n}\n`).toMatchFileSnapshot(file("screens.json"));
  });
});
