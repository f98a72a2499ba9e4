import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { errorCodes } from "@/server/kit/call/error-codes";
import { speaking } from "@/texts/node";
import type { Language } from "@/texts/speech";
import { Refused } from "./refused";
import { refusalOf } from "./sign-in";

const drawn = (language: Language, code: string) =>
  speaking({ language, timeZone: "UTC" }, () => {
    const { message, wait = 0 } = refusalOf(`/login?error=${code}`);
    return renderToStaticMarkup(<Refused message={message} wait={wait} />);
  });

describe("a refusal of a sign-in", () => {
  it.each([...Object.keys(errorCodes), "an error of another library"])(
    "is said in the reader's language: %s",
    (code) => {
      const [english, french, german] = (["en", "fr", "de"] as const).map((language) => drawn(language, code));
      expect(new Set([english, french, german]).size).toBe(3);
    },
  );

  it("counts down beside its words", () => {
    expect(drawn("fr", "too_many_requests:75")).toContain("1:15");
  });
});
