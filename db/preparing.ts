import type postgres from "postgres";

// Without `simple: false` a statement without values would not be prepared; the driver's types do not know of it.
const prepared = { prepare: true, simple: false };

/**
 * A client whose statements are planned once for each connection, those of its transactions too. drizzle sends every statement
 * through `unsafe`, which plans it again each time and asks twice over the wire.
 */
export const preparing = <C extends postgres.Sql>(client: C): C =>
  new Proxy(client, {
    get: (target, key) => {
      if (key === "unsafe") return (text: string, values: never[]) => target.unsafe(text, values, prepared);
      const value = Reflect.get(target, key);
      if (key !== "begin" || typeof value !== "function") return value;
      return (...values: unknown[]) =>
        value.apply(
          target,
          values.map((one) => (typeof one === "function" ? (sql: postgres.Sql) => one(preparing(sql)) : one)),
        );
    },
  });
