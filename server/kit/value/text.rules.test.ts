import { describe, expect, it } from "vitest";
import { LongText, Text } from "@/server/kit/call/wire";
import { isStorable, lineFault, plainBreaks, storable, textFault } from "./text.rules";

describe("texts", () => {
  it("hold what people write, in any script", () => {
    for (const text of ["Zoë Þór", "日本語", "עברית", "👩‍🚀 ok", "a\tb\nc\r\nd", "\ufffd", "n\u0303"])
      expect(textFault(text)).toBeUndefined();
  });

  it("hold nothing that XML, JSON or PostgreSQL cannot hold, and say what it is", () => {
    for (const text of [
      "\0",
      "\u0008",
      "\u000b",
      "\u001b",
      "\u007f",
      "\u0085",
      "\ufffe",
      "\uffff",
      "\ud800",
      "\udc00x",
    ])
      expect([isStorable(`a${text}b`), storable(`a${text}b`).startsWith("a\ufffd")]).toEqual([false, true]);
    expect(textFault("a\ufffeb")).toBe("This holds a character that cannot be stored (U+FFFE).");
    expect(textFault("a\0b")).toBe("This holds a character that cannot be stored (U+0000).");
  });

  it("are one line, or several with plain breaks", () => {
    for (const text of ["a\nb", "a\r\nb", "a\tb", "a\u2028b"]) expect(lineFault(text)).toMatch(/one line/);
    expect(plainBreaks("a\r\nb\rc\nd")).toBe("a\nb\nc\nd");
    expect(LongText(20).parse(" a\r\nb\n")).toBe("a\nb");
    expect(Text(20).parse(" SN-1\r\n")).toBe("SN-1");
    expect(Text(20).safeParse("SN\r1").error?.issues).toMatchObject([
      { message: "Give one line, without line breaks or tabs." },
    ]);
  });
});
