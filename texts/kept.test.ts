import { describe, expect, it } from "vitest";
import { kept, sayKept } from "./kept";
import { speaking } from "./node";

const inGerman = (stored: string) => speaking({ language: "de", timeZone: "UTC" }, () => sayKept(stored));

describe("a stored sentence", () => {
  it("is said in the reader's language, with its values", () => {
    const stored = kept("Changed since by {name}.", { name: "Ada Moreau" });
    expect(sayKept(stored)).toBe("Changed since by Ada Moreau.");
    expect(inGerman(stored)).toBe("Inzwischen geändert von Ada Moreau.");
    expect(inGerman(kept("Removed since."))).toBe("Inzwischen entfernt.");
  });

  it("may stand within another one, while a value that reads like a text is none", () => {
    const stored = kept("{reason} Nothing was imported.", { reason: { kept: kept("Removed since.") } });
    expect(inGerman(stored)).toBe("Inzwischen entfernt. Es wurde nichts importiert.");
    expect(inGerman(kept("Changed since by {name}.", { name: "Open" }))).toBe("Inzwischen geändert von Open.");
  });

  it.each(["550 no such mailbox", '["', '["a"]', '["a", 3]', "[1, 2]", "{}", ""])("leaves %s as it is", (foreign) => {
    expect(inGerman(foreign)).toBe(foreign);
  });
});
