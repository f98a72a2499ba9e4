import type postgres from "postgres";

// Without `simple: false` a statement without values would not be prepared; the driver's types do not know of it.
const prepared = { prepare: true, simple: false };

/** drizzle sends every statement through `unsafe`, which plans it again each time and asks twice over the wire. */
export const preparing = (client: postgres.Sql): postgres.Sql =>
  new Proxy(client, {
    get: (target, key) =>
      key === "unsafe"
        ? (text: string, values: never[]) => target.unsafe(text, values, prepared)
        : Reflect.get(target, key),
  });
