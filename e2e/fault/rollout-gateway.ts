import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Persdesk } from "../harness";
import { screenOf } from "../session";

const key = "demo-internal-key";
const door = "/api/v1/backoffice/internals";

/** A device, with what the server said of it: nothing of that may be lost. */
export interface Device {
  serial: string;
  ends: "installed" | "failed";
  offerId?: string;
  begun?: boolean;
  ended?: boolean;
}

/** Devices of a model of their own that could get its second version. @returns what a rollout to them is made with */
export async function makeFleet(sql: postgres.Sql, name: string, count: number) {
  const [model, category, before, target] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await sql`insert into backoffice.model_pers (id, label, created_at, updated_at) values (${model}, ${name}, now(), now())`;
  await sql`insert into backoffice.firmware_categories (id, label, created_at, updated_at) values (${category}, ${name}, now(), now())`;
  for (const [id, version] of [
    [before, "1.0.0"],
    [target, "2.0.0"],
  ] as const) {
    await sql`insert into backoffice.firmware_versions (id, firmware_version, category_id, update_id, firmware_type, uuid, is_activated,
      created_at, updated_at) values (${id}, ${version}, ${category}, 'MAIN', 1, gen_random_uuid(), true, now(), now())`;
    await sql`insert into backoffice.firmware_compatibilities (id, firmware_version_id, model_pers_id, created_at, updated_at)
      values (gen_random_uuid(), ${id}, ${model}, now(), now())`;
  }
  await sql`insert into backoffice.firmware_segments (id, firmware_version_id, index, start_address, length, crc32, data, created_at)
    values (gen_random_uuid(), ${target}, 0, 0, 4, '00000000', 'data', now())`;
  await sql`insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, firmware_version_id, status, created_at, updated_at)
    select gen_random_uuid(), ${name} || '-' || n, ${model}, ${before}, 'active', now(), now() from generate_series(1, ${count}::int) n`;
  return { name, firmwareVersionId: target, filters: { modelPERSId: model } };
}

/** Makes a rollout that no gate pauses, and has it prepared. @returns its id */
export async function startRollout(persdesk: Persdesk, draft: object): Promise<string> {
  const { mutate } = await screenOf(persdesk, "admin@persdesk.demo");
  const gates = { minEnded: 100_000, errorPercent: 100, maxInFlightPercent: 100 };
  const { id } = await mutate("firmwareRollouts.create", { ...draft, gates, waves: [{ percent: 20 }, {}] });
  await mutate("firmwareRollouts.start", { id });
  return id;
}

/**
 * A gateway that speaks for these devices until each has come to its end, or it is stopped; what was not answered is said again.
 * @returns the statuses that were no success; 0 where there was no answer
 */
export function speakFor(url: string, devices: Device[]) {
  const refused: number[] = [];
  const ended = () => devices.filter((one) => one.ended).length;
  async function post(path: string, body: object) {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(url + door + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    );
    if (answer?.status === 200) return answer.json().catch(() => undefined);
    refused.push(answer?.status ?? 0);
    await answer?.body?.cancel();
    await sleep(20);
  }
  async function report(some: Device[], state: string) {
    const items = some.map(({ offerId }) => ({ offerId, state, at: new Date().toISOString() }));
    const taken = items.length > 0 ? await post("/firmware-reports", { items }) : undefined;
    if (taken && taken.accepted !== items.length) throw new Error(`not accepted: ${JSON.stringify(taken)}`);
    return taken !== undefined;
  }
  async function speak(own: Device[]) {
    const asking = own.filter(({ offerId }) => !offerId);
    if (asking.length > 0) {
      const answer = await post("/firmware-offers", { persSerialNumbers: asking.map(({ serial }) => serial) });
      for (const [n, { offer }] of (answer?.items ?? []).entries())
        Object.assign(asking[n] ?? {}, { offerId: offer?.offerId });
    }
    const beginning = own.filter(({ offerId, begun }) => offerId && !begun);
    if (await report(beginning, "downloading")) for (const one of beginning) one.begun = true;
    for (const end of ["installed", "failed"] as const) {
      const ending = own.filter(({ begun, ended, ends }) => begun && !ended && ends === end);
      if (await report(ending, end)) for (const one of ending) one.ended = true;
    }
  }
  /** Few at a time, so that much is under way whenever something is killed. */
  async function speakInTurn(own: Device[]) {
    for (let at = 0; at < own.length; at += 5)
      for (const some = own.slice(at, at + 5); some.some(({ ended }) => !ended); ) await speak(some);
  }
  const clients = 4;
  const done = Promise.all(
    Array.from({ length: clients }, (_, n) => speakInTurn(devices.filter((_, at) => at % clients === n))),
  );
  return { refused, ended, done };
}
