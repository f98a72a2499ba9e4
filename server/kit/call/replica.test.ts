import { expect, it } from "vitest";
import { unlessBegun } from "./replica";

const givenUp = () => Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" });

it("what takes long begins again at the primary, unless some of it was handed on already", async () => {
  const outcome = async (isHandedOn: boolean, fault?: Error) => {
    const handedOn: string[] = [];
    const from = (place: string, fault?: Error) => async (begun: () => void) => {
      if (fault && !isHandedOn) throw fault;
      begun();
      handedOn.push(place);
      if (fault) throw fault;
    };
    const end = await unlessBegun(from("replica", fault), from("primary")).catch(({ code }: { code: string }) => code);
    return [handedOn, end];
  };
  expect(await outcome(true)).toEqual([["replica"], undefined]);
  expect(await outcome(false, givenUp())).toEqual([["primary"], undefined]);
  expect(await outcome(true, givenUp())).toEqual([["replica"], "40001"]);
});
