import type { IncomingMessage, ServerResponse } from "node:http";
import { startOutside } from "@/server/testing/outside";

type Item = Record<string, unknown> | string;

export interface ErpContent {
  companies: Item[];
  pers: Item[];
}

/** So many records, the seven last of them bad, each in its own way. */
export function erpContent(records: number): ErpContent {
  const half = Math.floor((records - 7) / 2);
  const kit = { version: 1, mount: "Seat post", sensors: ["speed"] };
  const companies: Item[] = Array.from({ length: half }, (_, n) => ({
    erpId: `C-${n}`,
    registerNumber: `ERP ${n}`,
    name: `Firm ${n}`,
    address: n % 3 ? `${n} High Street` : null,
    category: "DEALER",
  }));
  const pers: Item[] = Array.from({ length: records - 7 - half }, (_, n) => ({
    erpId: `P-${n}`,
    serialNumber: `ERP-${n}`,
    model: "core 2",
    initialKitConfiguration: kit,
  }));
  companies.push(
    { erpId: "X-1", registerNumber: "BAD 1", category: "DEALER" },
    { erpId: "X-2", registerNumber: "BAD 2", name: "No category", category: "CIRCUS" },
    { erpId: "X-3", name: "No number", category: "DEALER" },
    "no record at all",
  );
  pers.push(
    { erpId: "X-4", serialNumber: "BAD-4", model: "Unknown model" },
    { erpId: "X-5", serialNumber: "BAD-5", model: "Core 2", initialKitConfiguration: { wings: 2 } },
    { erpId: "X-6", serialNumber: "ERP-0", model: "Core 2" },
  );
  return { companies, pers };
}

/** An ERP on this machine, with paging and ETags, as `erp-port.ts` wants it. */
export async function startErp(content: ErpContent) {
  const asked: string[] = [];
  const state = { content, status: 200, authorization: undefined as string | undefined, unchanged: 0 };
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? "", "http://erp");
    asked.push(url.pathname + url.search);
    state.authorization = req.headers.authorization;
    const all = state.content[url.pathname.endsWith("/pers") ? "pers" : "companies"];
    const [page, limit] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
    const body = JSON.stringify({
      items: all.slice((page - 1) * limit, page * limit),
      totalPages: Math.ceil(all.length / limit),
    });
    const etag = `"${Buffer.from(body).toString("base64").length}-${body.length}-${hash(body)}"`;
    if (state.status !== 200) res.writeHead(state.status).end();
    else if (req.headers["if-none-match"] === etag) {
      state.unchanged += 1;
      res.writeHead(304, { etag }).end();
    } else res.writeHead(200, { etag, "content-type": "application/json" }).end(body);
  };
  const server = await startOutside(answer, true);
  return { ...server, asked, state };
}

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
