import { describe, expect, it } from "vitest";
import { NameText } from "@/server/kit/call/name.schema";
import { addressIn, nameFault, unlinked } from "./address.rules";

const addresses = [
  "Unlock your account: bit.ly/3xyzabc",
  "t.co/abc",
  "x.com/evil",
  "x.com",
  "evil.com.Müller",
  "Renew at velo.shop-now",
  "evil.example",
  "evil.corpx/path",
  "evil.corpx?a=1",
  "intranet.corpx:8080/x",
  "http://evil",
  "HTTPS://EVIL",
  "persdesk://x",
  "www.evil",
  "WWW2.evil",
  "mailto:x",
  "tel:+33123456789",
  "javascript:alert(1)",
  "help@persdesk.corpx",
  "1.2.3.4",
  "\\\\evil\\share",
  "bit．ly",
  "ｂｉｔ.ｌｙ／x",
  "bit。ly",
  "bit․ly",
  "пример.рф",
  "例子.中国",
  "Velo xn--e1afmkfd.xn--p1ai",
  "Meier GmbH & Co.KG",
  "Booking.com B.V.",
];
const names = [
  "St. Pauli",
  "Dr. Müller",
  "Dr.Müller",
  "A.B. Volt",
  "Cycles S.A.R.L.",
  "Velo S.p.A.",
  "Rad & Tat e.V.",
  "Meier GmbH & Co. KG",
  "Node.js Bikes",
  "No.1 Bikes",
  "AC/DC",
  "24/7 Bikes, c/o M. Weber",
  "J.P. Morgan",
  "O’Neill-Dupont",
  "Ю.Иванов",
  "Meet @ St. Pauli",
  "Room 3:North",
  "v2.0/3",
  "Ph.D. Ada",
  "日本語",
  "עברית",
];
const unseen = [
  "a\u202eb",
  "a\u200bb",
  "a\u200cb",
  "a\u200db",
  "a\u00adb",
  "a\u2066b",
  "\ufeffa",
  "a\u2060b",
  "\u3164",
  "a\u2800",
];

describe("a name", () => {
  it.each(addresses)("holds no address: %s", (text) => {
    expect(addressIn(text)).toBeTruthy();
    expect(nameFault(text)).toMatch(/reads as a web or mail address/);
    expect(NameText(120).safeParse(`Ada ${text}`).success).toBe(false);
  });

  it.each(names)("is what people and companies are called: %s", (text) => {
    expect(nameFault(text)).toBeUndefined();
    expect(NameText(120).parse(text)).toBe(text);
  });

  it("holds nothing that cannot be seen, and says what it was", () => {
    for (const text of [...unseen, "a\u{e0041}b", "a\ue000b", "a\u034fb", "a\ufe0fb"])
      expect([text, nameFault(text)]).toEqual([text, expect.stringMatching(/^Leave out the character U\+/)]);
    expect(nameFault("a\u202eb")).toBe("Leave out the character U+202E, which cannot be seen.");
  });

  it("is written with the joiners that its script or its pictographs need", () => {
    for (const text of [
      "می\u200cخواهم",
      "ശ്രീ",
      "ක්\u200dර",
      "क्\u200dष",
      "Team 👩\u200d🚀",
      "Team ❤\ufe0f",
      "👩🏽\u200d🔧",
    ])
      expect([text, nameFault(text)]).toEqual([text, undefined]);
  });

  it("of ten thousand characters is judged at once", () => {
    const start = performance.now();
    for (const text of [
      "a".repeat(10_000),
      "a.".repeat(5_000),
      "a-".repeat(5_000),
      "@".repeat(10_000),
      ":/".repeat(5_000),
    ])
      nameFault(text);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("a value in a mail", () => {
  it("holds nothing any more that reads as an address, and looks the same", () => {
    for (const text of addresses) {
      expect([text, addressIn(unlinked(text))]).toEqual([text, undefined]);
      expect(unlinked(text).replaceAll("\u200c", "")).toBe(text);
    }
  });

  it("that is a name stays as it is", () => {
    for (const text of ["St. Pauli", "Dr. Müller", "PC2-2611-001969", "12:30", "Meier GmbH & Co. KG"])
      expect(unlinked(text)).toBe(text);
  });
});
