import { sql } from "drizzle-orm";
import { pers, persFirmware } from "@/db/schema";
import { persService } from "@/server/devices/pers/pers.service";
import type { KnownCtx } from "@/server/kit/call/context";

/** What a device was said to run, of one type. */
export interface Said {
  persId: string;
  firmwareType: number;
  firmwareVersionId: string;
  saidAt: string;
}

/** Writes what devices run, by type; of type 1 it is also the firmware of the PERS. What is older than what is known is left. */
export async function runs(ctx: KnownCtx, said: Said[], by: "report" | "message") {
  if (said.length === 0) return;
  // The device is locked first, as by everybody who writes its firmware.
  const ids = said.map(({ persId }) => persId).sort();
  await ctx.db.execute(sql`select ${pers.id} from ${pers}
    where ${pers.id} in (select v::uuid from json_array_elements_text(${JSON.stringify(ids)}::json) v)
    order by ${pers.id} for update`);
  const written = await ctx.db.execute<{ persId: string; firmwareVersionId: string }>(sql`
    insert into ${persFirmware} as k (pers_id, firmware_type, firmware_version_id, said_at, by)
    select s."persId", s."firmwareType", s."firmwareVersionId", s."saidAt", ${by}
    from json_to_recordset(${JSON.stringify(said)}::json) as s("persId" uuid, "firmwareType" int, "firmwareVersionId" uuid,
      "saidAt" timestamptz) join ${pers} on ${pers.id} = s."persId"
    on conflict (pers_id, firmware_type) do update set firmware_version_id = excluded.firmware_version_id,
      said_at = excluded.said_at, by = excluded.by
    where k.said_at <= excluded.said_at
    returning k.pers_id as "persId", k.firmware_version_id as "firmwareVersionId"`);
  const known = new Map(said.filter(({ firmwareType }) => firmwareType === 1).map((one) => [one.persId, one]));
  await persService.runFirmware(
    ctx,
    [...written].filter(({ persId, firmwareVersionId }) => known.get(persId)?.firmwareVersionId === firmwareVersionId),
  );
}
