type Json = Record<string, unknown>;

/** A change that a caller who was right before may stumble over. */
export interface Break {
  rule: string;
  /** the operation, or the part of it */
  at: string;
}

const entries = (value: unknown) => Object.entries(Object(value) as Record<string, Json>);
const listOf = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Compares two documents of the API; a rule is a sentence, and each has a pair of documents in the test. */
class Comparison {
  readonly breaks: Break[] = [];
  #under = new Set<string>();

  constructor(
    private readonly before: Json,
    private readonly after: Json,
  ) {}

  #add(rule: string, at: string) {
    this.breaks.push({ rule, at });
  }

  #resolved(document: Json, schema: Json): Json {
    const name =
      String(schema.$ref ?? "")
        .split("/")
        .pop() ?? "";
    const target = (document.components as { schemas?: Record<string, Json> } | undefined)?.schemas?.[name];
    return schema.$ref && target ? target : schema;
  }

  run() {
    for (const [path, methods] of entries(this.before.paths))
      for (const [method, operation] of entries(methods)) {
        const at = `${method.toUpperCase()} ${path}`;
        const now = Object(Object(this.after.paths)[path])[method] as Json | undefined;
        if (now) this.#operation(operation, now, at);
        else this.#add("an operation is gone", at);
      }
    for (const [event, { post }] of entries(this.before.webhooks)) {
      const now = Object(Object(this.after.webhooks)[event]).post as Json | undefined;
      if (now) this.#content(post as Json, now, `webhook ${event}`, "requestBody", "answer");
      else this.#add("a webhook is gone", event);
    }
    return this.breaks;
  }

  #operation(before: Json, after: Json, at: string) {
    if (before.operationId !== after.operationId) this.#add("an operation has another id", at);
    const open = (operation: Json) => listOf(operation.security).length === 0;
    if (open(before) && !open(after)) this.#add("an operation asks for credentials that it did not ask for", at);
    const ways = (operation: Json) => listOf(operation.security).flatMap((one) => Object.keys(Object(one)));
    for (const way of ways(before))
      if (!open(after) && !ways(after).includes(way)) this.#add("an operation takes a kind of credentials no more", at);
    this.#parameters(listOf(before.parameters), listOf(after.parameters), at);
    const isRequired = (operation: Json) => Object(operation.requestBody).required === true;
    if (isRequired(after) && !isRequired(before)) this.#add("a body is newly required", at);
    if (before.requestBody && !after.requestBody) this.#add("a body is taken no more", at);
    this.#content(before, after, at, "requestBody", "request");
    for (const [status, answer] of entries(before.responses)) {
      const now = Object(after.responses)[status] as Json | undefined;
      if (/^2/.test(status) && !now) this.#add("a success status is gone", `${at} ${status}`);
      else if (now) this.#content({ responses: answer }, { responses: now }, `${at} ${status}`, "responses", "answer");
    }
  }

  #parameters(before: Json[], after: Json[], at: string) {
    const keyOf = (one: Json) => `${one.in} ${one.name}`;
    for (const one of before) {
      const now = after.find((other) => keyOf(other) === keyOf(one));
      if (now) this.#schema(one.schema as Json, now.schema as Json, `${at} ${one.name}`, "request");
      // The name of a key in a path is in no call.
      else if (one.in !== "path") this.#add("a parameter is gone", `${at} ${one.name}`);
    }
    for (const one of after) {
      const was = before.find((other) => keyOf(other) === keyOf(one));
      if (one.required && one.in !== "path" && !was?.required)
        this.#add("a parameter is newly required", `${at} ${one.name}`);
    }
  }

  #content(before: Json, after: Json, at: string, key: string, side: "request" | "answer") {
    for (const [type, { schema }] of entries(Object(before[key]).content)) {
      const now = Object(Object(after[key]).content)[type] as Json | undefined;
      if (now && schema) this.#schema(schema as Json, now.schema as Json, at, side);
      else if (!now && after[key]) this.#add("a content type is gone", `${at} ${type}`);
    }
  }

  #schema(one: Json, other: Json, at: string, side: "request" | "answer") {
    const key = `${side} ${one.$ref} ${other.$ref}`;
    if (one.$ref && other.$ref && this.#under.has(key)) return;
    this.#under.add(key);
    const before = this.#resolved(this.before, one);
    const after = this.#resolved(this.after, other);
    this.#types(before, after, at, side);
    if (side === "request") this.#limits(before, after, at);
    this.#properties(before, after, at, side);
    const [was, is] = [this.#partOf(this.before, before), this.#partOf(this.after, after)];
    if (was && is) this.#schema(was, is, at, side);
    if (before.items && after.items) this.#schema(before.items as Json, after.items as Json, `${at}[]`, side);
  }

  /** What a schema is beside null, where it is a choice of both. */
  #partOf(document: Json, { anyOf, oneOf }: Json): Json | undefined {
    return ([...listOf(anyOf), ...listOf(oneOf)] as Json[]).find((branch) => {
      const { properties, items } = this.#resolved(document, branch);
      return properties !== undefined || items !== undefined;
    });
  }

  /** The types and choices of a schema, those of its branches among them. */
  #typesOf(document: Json, schema: Json): string[] {
    const part = this.#resolved(document, schema);
    const branches = [...listOf(part.anyOf), ...listOf(part.oneOf)] as Json[];
    return [...(listOf(part.type) as string[]), ...branches.flatMap((branch) => this.#typesOf(document, branch))];
  }

  #choicesOf(document: Json, schema: Json): unknown[] | undefined {
    const part = this.#resolved(document, schema);
    if ("const" in part) return [part.const];
    if (Array.isArray(part.enum)) return part.enum;
    const branches = [...listOf(part.anyOf), ...listOf(part.oneOf)] as Json[];
    const some = branches.filter((branch) => branch.type !== "null").map((branch) => this.#choicesOf(document, branch));
    return some.length > 0 && some.every(Array.isArray) ? some.flat() : undefined;
  }

  #types(before: Json, after: Json, at: string, side: "request" | "answer") {
    const [was, is] = [this.#typesOf(this.before, before), this.#typesOf(this.after, after)];
    const covers = (all: string[], type: string) =>
      all.includes(type) || (type === "integer" && all.includes("number"));
    const [needed, known] = side === "request" ? [was, is] : [is, was];
    const lost = known.length > 0 ? needed.filter((type) => !covers(known, type)) : [];
    const word = side === "request" ? "a request takes a type no more" : "an answer has a type that it had not";
    for (const type of lost) this.#add(word, `${at}: ${type}`);
    const [choices, now] = [this.#choicesOf(this.before, before), this.#choicesOf(this.after, after)];
    if (side === "request" && now && (!choices || choices.some((choice) => !now.includes(choice))))
      this.#add("a request takes fewer choices", at);
    if (side === "answer" && choices && (!now || now.some((choice) => !choices.includes(choice))))
      this.#add("an answer has more choices", at);
  }

  #limits(before: Json, after: Json, at: string) {
    const tighter = (name: string, less: boolean) => {
      const [was, is] = [before[name], after[name]] as (number | undefined)[];
      return (
        is !== undefined && (was === undefined ? !(name.startsWith("min") && is <= 0) : less ? is < was : is > was)
      );
    };
    const upper = ["maxLength", "maximum", "maxItems"].filter((name) => tighter(name, true));
    const lower = ["minLength", "minimum", "minItems"].filter((name) => tighter(name, false));
    for (const name of [...upper, ...lower]) this.#add("a limit of a request is tighter", `${at}: ${name}`);
    if (after.pattern !== undefined && after.pattern !== before.pattern) this.#add("a request has another pattern", at);
  }

  #properties(before: Json, after: Json, at: string, side: "request" | "answer") {
    const [was, is] = [before, after].map(({ required }) => listOf(required) as string[]) as [string[], string[]];
    const now = Object(after.properties) as Record<string, Json>;
    for (const [name, schema] of entries(before.properties)) {
      const other = now[name];
      if (other) this.#schema(schema, other, `${at}.${name}`, side);
      else if (after.properties)
        this.#add(
          side === "request" ? "a field of a request is gone" : "a field of an answer is gone",
          `${at}.${name}`,
        );
      if (side === "answer" && other && was.includes(name) && !is.includes(name))
        this.#add("a field of an answer may be missing", `${at}.${name}`);
    }
    if (side === "request" && before.properties)
      for (const name of is.filter((one) => !was.includes(one)))
        this.#add("a field of a request is newly required", `${at}.${name}`);
  }
}

/** What breaks callers between two documents of the API; nothing where each call that was right still is. */
export const breaksBetween = (before: object, after: object): Break[] =>
  new Comparison(before as Json, after as Json).run();
