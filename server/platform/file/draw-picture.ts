import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { Turns } from "@/db/turns";
import { AppError } from "@/server/kit/call/errors";
import { PictureFault } from "./picture-parts.rules";

/** Pictures that are drawn at once, for all callers. */
const places = 2;
/** How long the next one waits for a place. */
const waitMs = 10_000;
/** How long drawing one may take; the largest takes some seconds. */
const drawMs = 30_000;
/** Of one process: what 50 megapixels need, except 16 bits a colour in seven passes (ADR 85). */
const memoryKb = 512 * 1024;
/** What comes back has 2048 pixels a side; WebP needs less than a byte for each. */
const mostDrawn = 16 * 1024 * 1024;

// Bundled there by scripts/build.mjs; the tests do it in their global setup.
const program = () => resolve(/*turbopackIgnore: true*/ "dist", "picture-process.js");
const dieWithParent = () => resolve(/*turbopackIgnore: true*/ "scripts", "die-with-parent.mjs");

/** WebP for screens; PNG, small, for mails. */
type Form = "webp" | "png";

/** How the process ends where the file cannot be read; anything else is a lack of memory or time. */
const unreadable = 2;

const othersDrawn = () =>
  new AppError("unavailable", "Other pictures are being drawn. Try again shortly.", { retryAfter: 5 });
const turns = new Turns(places, waitMs, othersDrawn);

/** Node with a limit of the memory that it may write to. Only Linux counts all of it; Windows has no such limit. */
function start(form: Form) {
  const node = [process.execPath, "--import", `file://${dieWithParent()}`, program(), form];
  const limited = ["/bin/sh", "-c", `ulimit -c 0; ulimit -d ${memoryKb} && exec "$@"`, "sh", ...node];
  const [command = "", ...args] = process.platform === "win32" ? node : limited;
  // The settings, which hold secrets, stay here. Fewer arenas of the allocator leave more of the memory for the picture.
  const env = { NODE_ENV: "production" as const, UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" };
  return spawn(/*turbopackIgnore: true*/ command, args, { env, stdio: ["pipe", "pipe", "ignore", "ipc"] });
}

async function draw(parts: Buffer, form: Form): Promise<Buffer> {
  const child = start(form);
  const timer = setTimeout(() => child.kill("SIGKILL"), drawMs);
  try {
    const ended = new Promise<number | null>((done, failed) => {
      child.once("close", done);
      child.once("error", failed);
    });
    // A process that ended does not read on; that it did is told by how it ended.
    child.stdin?.on("error", () => undefined).end(parts);
    let size = 0;
    child.stdout?.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > mostDrawn) child.kill("SIGKILL");
    });
    const [drawn, code] = await Promise.all([child.stdout ? buffer(child.stdout) : Buffer.alloc(0), ended]);
    if (code === 0 && drawn.length > 0) return drawn;
    if (code === unreadable) throw new PictureFault("This picture is broken or has more than 50 megapixels.");
    throw new PictureFault("This picture takes too much memory or time to be drawn. Give one with fewer pixels.");
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

/**
 * Draws a picture again, upright, in a process of its own that has a limit of memory and time and ends with this one. Two
 * are drawn at once. It becomes a WebP of at most 2048 pixels a side, or, for mails, a PNG of 88 pixels in height and at
 * most 440 in width.
 * @param parts a file of `neededParts`
 * @throws PictureFault for what cannot be drawn; AppError 503 where others are drawn for too long
 */
export const drawPicture = (parts: Buffer, form: Form = "webp"): Promise<Buffer> => turns.run(() => draw(parts, form));
