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
  // A browser takes a path that begins with two slashes for another host.
  ["https://desk.example.com//evil.example/x", "/"],
  ["//desk.example.com//evil.example", "/"],
  ["https://desk.example.com:443//evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/x/..//evil.example", "/"],
  ["/.\\/evil.example", "/"],
  ["https://desk.example.com:8443/roles", "/"],
  ["https://desk.example.com.evil.example/", "/"],
  ["https:\\\\evil.example", "/"],
  ["/\n//evil.example", "/"],
  ["data:text/html,<script>alert(1)</script>", "/"],
  ["blob:https://desk.example.com/x", "/"],
  ["java\tscript:alert(1)", "/"],
  ["https%3A%2F%2Fevil.example", "/https%3A%2F%2Fevil.example"],
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["https://somebody@desk.example.com/roles", "/roles"],
  ["", "/"],
  [undefined, "/"],
])("%s leads to %s", (wanted, path) => {
  expect(samePath(wanted, origin)).toBe(path);
  expect(new URL(samePath(wanted, origin), origin).origin).toBe(origin);
});
