import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import type { ErpPageMark } from "@/db/schema";
import { env } from "@/env/env";
import { askOutside, OutboundFault } from "@/server/kit/process/outbound";
import { t } from "@/texts/t";

export const erpKinds = ["companies", "pers"] as const;
export type ErpKind = (typeof erpKinds)[number];

/** Why nothing could be pulled, in words for people. */
export class ErpFault extends Error {}

/** One page of records as the ERP has them. `isSame`: it is as it was when it was last pulled, so its records are left out. */
export interface ErpPage {
  kind: ErpKind;
  /** names the page among all of the ERP's */
  at: string;
  records: unknown[];
  isSame: boolean;
  mark?: ErpPageMark;
}

export type Marks = Readonly<Record<string, ErpPageMark>>;
/** Hands over everything that the ERP has, page by page. */
export type ErpPort = (known: Marks) => AsyncGenerator<ErpPage>;

const pageSize = 100;
const mostPages = 2000;
const patienceMs = 5 * 60_000;

const Answer = z.object({ items: z.array(z.unknown()), totalPages: z.int().min(0).max(mostPages) });

async function asked(url: URL, etag: string | undefined) {
  const authorization = url.origin === env.ERP_ORIGIN ? env.ERP_AUTHORIZATION : undefined;
  try {
    return await askOutside({
      url: url.href,
      headers: {
        accept: "application/json",
        ...(authorization && { authorization }),
        ...(etag && { "if-none-match": etag }),
      },
    });
  } catch (error) {
    if (error instanceof OutboundFault) throw new ErpFault(error.message, { cause: error });
    throw error;
  }
}

function withinPage(answer: z.output<typeof Answer>, at: string) {
  const { length } = answer.items;
  if (length > pageSize)
    throw new ErpFault(
      t("The ERP's answer to {at} holds {count} records; at most {most} were asked for.", {
        at,
        count: length,
        most: pageSize,
      }),
    );
  return answer;
}

function answerOf(body: Buffer, at: string) {
  try {
    const read = Answer.safeParse(JSON.parse(body.toString("utf8")));
    if (read.success) return withinPage(read.data, at);
  } catch (error) {
    if (error instanceof ErpFault) throw error;
    // anything else is said below
  }
  throw new ErpFault(
    t("The ERP's answer to {at} is not what was agreed: {shape} as JSON.", {
      at,
      shape: '{"items": […], "totalPages": 3}',
    }),
  );
}

/**
 * An ERP that answers over HTTP: GET {address}/companies and {address}/pers with `page` from 1 and `limit`, each answer
 * `{items, totalPages}`. A page with an ETag is asked for with If-None-Match the next time.
 */
export const httpErp = (address: string): ErpPort =>
  async function* pull(known) {
    const end = Date.now() + patienceMs;
    for (const kind of erpKinds)
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        if (Date.now() > end) throw new ErpFault("The ERP took more than five minutes.");
        const at = `${kind}?page=${page}&limit=${pageSize}`;
        const before = known[`${address} ${at}`];
        const { status, headers, body } = await asked(new URL(`${address.replace(/\/+$/, "")}/${at}`), before?.etag);
        const same = status === 304 ? before : undefined;
        if (!same && status !== 200) throw new ErpFault(t("The ERP answers {status} to {at}.", { status, at }));
        const { items, totalPages: pages } = same ? { items: [], totalPages: same.totalPages } : answerOf(body, at);
        totalPages = pages;
        const etag = headers.etag;
        const mark = same ?? (etag ? { etag, count: items.length, totalPages } : undefined);
        yield { kind, at: `${address} ${at}`, records: items, isSame: same !== undefined, mark };
      }
  };

const mostFileBytes = 100 * 1024 * 1024;
const FileContent = z.object({ companies: z.array(z.unknown()).default([]), pers: z.array(z.unknown()).default([]) });

/** A JSON file in place of an ERP: `{companies: […], pers: […]}`. Its path comes from the environment only. */
export const fileErp = (path: string): ErpPort =>
  async function* pull() {
    const text = await readFileOf(path);
    let read: z.ZodSafeParseResult<z.output<typeof FileContent>> | undefined;
    try {
      read = FileContent.safeParse(JSON.parse(text));
    } catch {
      // said below
    }
    if (!read?.success) throw new ErpFault('The ERP\'s file is not {"companies": […], "pers": […]} as JSON.');
    for (const kind of erpKinds) yield { kind, at: kind, records: read.data[kind], isSame: false };
  };

async function readFileOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new ErpFault("The ERP's file is not there.");
  if (found.size > mostFileBytes) throw new ErpFault("The ERP's file is larger than 100 MB.");
  return readFile(path, "utf8");
}
