import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packClient } from "@/scripts/client.mjs";
import { run } from "@/scripts/command.mjs";
import { freePort } from "@/scripts/port.mjs";

// What calls the API from outside: the package that callers install, and a wire that does to it what wires do.

export type Data = Record<string, unknown>;

/** The client as these tests use it; its real types are checked where the quick starts are compiled. */
interface Client {
  call(operation: string, input?: object): Promise<Data>;
  answer(operation: string, input?: object): Promise<{ data: Data; etag?: string; replayed: boolean; status: number }>;
  rows(operation: string, input?: object): AsyncGenerator<Data>;
  signIn(body: object): Promise<Data>;
  signOut(): Promise<void>;
}
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}
interface Package {
  PersdeskClient: new (options: object) => Client;
  memoryTokens: (tokens?: Tokens) => { get: () => Tokens | null; set: (tokens: Tokens | null) => void };
  ifMatch: (version: unknown) => string;
  isFailure: (thrown: unknown, ...codes: string[]) => boolean;
}

/** A folder where the packed client is installed, as a caller of the API would; `remove` takes it away. */
export async function installClient() {
  const archive = await packClient();
  const folder = mkdtempSync(join(tmpdir(), "persdesk-caller-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", archive];
  const { code, output } = await run("npm", args, { cwd: folder });
  if (code !== 0) throw new Error(`the client could not be installed:\n${output}`);
  const entry = join(folder, "node_modules/persdesk-client/dist/index.js");
  const load = async () => (await import(pathToFileURL(entry).href)) as Package;
  return { folder, load, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const html = `<!doctype html><script type="module">
import * as persdesk from "/client/index.js"; Object.assign(window, { persdesk });
</script>`;

/** A page of another origin that has the installed client as `persdesk`. @returns what ends it */
export async function startPage(at: string, folder: string) {
  const server = createServer((req, res) => {
    const [, name] = /^\/client\/([\w/-]+\.js)$/.exec(req.url ?? "") ?? [];
    res.writeHead(200, { "content-type": name ? "text/javascript" : "text/html" });
    res.end(name ? readFileSync(join(folder, "node_modules/persdesk-client/dist", name)) : html);
  });
  await new Promise<void>((done) => server.listen(Number(new URL(at).port), "localhost", done));
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

interface Seen {
  /** method and path, such as `GET /api/v1/users/me` */
  call: string;
  key: string | undefined;
}
type Fault = (req: IncomingMessage, res: ServerResponse) => "passed on, its answer dropped" | "answered" | undefined;

/** A proxy that notes what passes, and does for one request what it is told. */
export async function startWire(to: string) {
  const seen: Seen[] = [];
  const faults: Fault[] = [];
  const server = createServer((req, res) => {
    seen.push({ call: `${req.method} ${req.url}`, key: req.headers["idempotency-key"]?.toString() });
    const done = faults.reduce<ReturnType<Fault>>((found, fault) => found ?? fault(req, res), undefined);
    if (done === "answered") return;
    const sent = request(new URL(req.url ?? "", to), { method: req.method, headers: req.headers, agent: false });
    sent.on("response", (answer) => {
      if (done) answer.resume().once("end", () => req.socket.destroy());
      else answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    sent.on("error", () => res.destroy());
    req.pipe(sent);
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "localhost", done));
  /** Does something to the next request whose method and path these are. */
  const next = (call: string, fault: Fault) => {
    const once: Fault = (req, res) => {
      if (!`${req.method} ${req.url}`.startsWith(call)) return undefined;
      faults.splice(faults.indexOf(once), 1);
      return fault(req, res);
    };
    faults.push(once);
  };
  return {
    url: `http://localhost:${port}`,
    seen,
    countOf: (call: string) => seen.filter((one) => one.call.startsWith(call)).length,
    /** The next such request is done, and its answer is lost. */
    dropAnswerOf: (call: string) => next(call, () => "passed on, its answer dropped"),
    /** The next such request is answered so, and is not done. */
    answerTo: (call: string, status: number, headers: Record<string, string>, code: string) =>
      next(call, (_, res) => {
        const problem = { code, detail: code, requestId: "of-the-wire" };
        res.writeHead(status, { "content-type": "application/problem+json", ...headers }).end(JSON.stringify(problem));
        return "answered";
      }),
    /** The next such request gets no answer for as long as it waits. */
    hold: (call: string) => next(call, () => "answered"),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a page of another origin gets of the API, in the page itself: by its client, by fetch, and by a cookie. */
export async function readAcrossOrigins({ url, password }: { url: string; password: string }) {
  const { PersdeskClient, memoryTokens } = Object(window).persdesk as Package;
  const tokens = memoryTokens();
  const api = new PersdeskClient({ baseUrl: url, tokens });
  await api.signIn({ email: "admin@persdesk.demo", password });
  const { email } = await api.call("getMe");
  const headers = { authorization: `Bearer ${tokens.get()?.accessToken}`, "content-type": "application/json" };
  const models = `${url}/api/v1/backoffice/admin/model-pers`;
  const body = JSON.stringify({ label: "From another origin" });
  const made = await fetch(models, { method: "POST", headers, body });
  const location = made.headers.get("location");
  const read = await fetch(`${url}${location}`, { headers: { ...headers, prefer: "handling=strict" } });
  const login = { method: "POST", headers: { "content-type": "application/json", "accept-language": "fr" } };
  const wrong = { email: "nobody@persdesk.demo", password: "x" };
  const refused = await fetch(`${url}/api/v1/users/login`, { ...login, body: JSON.stringify(wrong) });
  const withCookie = fetch(`${url}/api/v1/users/me`, { credentials: "include" });
  return {
    email,
    made: { status: made.status, location },
    read: { etag: read.headers.get("etag"), applied: read.headers.get("preference-applied") },
    refused: {
      status: refused.status,
      language: refused.headers.get("content-language"),
      limit: refused.headers.get("ratelimit"),
    },
    // The browser gives the page no answer that it sent its cookie for.
    byCookie: [
      await withCookie.then(
        ({ status }) => String(status),
        (error: Error) => error.name,
      ),
      (await fetch(`${url}/api/v1/users/me`)).status,
    ],
  };
}
