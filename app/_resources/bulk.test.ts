import { expect, it } from "vitest";
import type { z } from "zod";
import type { Resource } from "@/components/kit/resource";
import { bulkKinds } from "@/server/overview/bulk-change/bulk-kind.service";
import { backoffice } from "./backoffice";
import { workspace } from "./workspace";

/** What a register offers to set in bulk, by the kinds of record. */
const offered = (screens: readonly object[]) =>
  screens
    .flatMap((one) => ("bulk" in one ? [one as Resource] : []))
    .filter(({ bulk }) => bulk.length > 0)
    .map(({ bulkAs, bulk }) => [bulkAs, bulk.map(({ name }) => name).sort()])
    .sort();

const declared = (isOfCompany: boolean) =>
  bulkKinds
    .filter((kind) => kind.isOfCompany === isOfCompany && kind.actions === undefined)
    .map((kind) => [kind.resource, Object.keys((kind.fields(null) as unknown as z.ZodObject).shape).sort()]) // as it is made
    .sort();

it("lists offer to set in bulk what the server takes, of each kind of record", () => {
  expect(offered(backoffice)).toEqual(declared(false));
  expect(offered(workspace)).toEqual(declared(true));
});

it("nothing that a record is known by, no secret, right or firmware can be set in bulk", () => {
  const fields = bulkKinds.flatMap(
    (kind) => (kind.actions ? [] : Object.keys((kind.fields(null) as unknown as z.ZodObject).shape)), // as it is made
  );
  expect(fields.length).toBeGreaterThan(20);
  const never =
    /^(id|code|key|name|email|.*serial.*|.*(pin|hash|secret|password|token).*|permissions|roleIds?|firmwareVersionId)$/i;
  expect(fields.filter((field) => never.test(field))).toEqual([]);
});
