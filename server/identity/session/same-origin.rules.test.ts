import { expect, it } from "vitest";
import { samePath } from "./same-origin.rules";

const origin = "https://desk.example.com";

it.each([
  ["/pers?page=2#row", "/pers?page=2#row"],
  ["pers", "/pers"],
  ["https://desk.example.com/roles", "/roles"],
  ["https://evil.example/roles", "/"],
  ["http://desk.example.com/roles", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["\t//evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["https://desk.example.com@evil.example/", "/"],
  ["http://[", "/"],
  ["", "/"],
  [undefined, "/"],
])("%s leads to %s", (wanted, path) => expect(samePath(wanted, origin)).toBe(path));
