// @ts-check
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { extract, pack } from "tar-stream";
import { Plain } from "./plain.mjs";

// A backup is a tar archive, compressed by gzip and encrypted by age (age-encryption.org), so that the public programs open it
// too: age -d -i key.txt backup.age | tar xz

/**
 * @typedef {import("tar-stream").Pack} Pack
 * @typedef {{ format: 1, kind: "cluster" | "dump", at: string, postgres: number, version: string }} About what the first entry says
 */

/** Adds one entry whose content is at hand. */
export const addEntry = (/** @type {Pack} */ tar, /** @type {string} */ name, /** @type {string | Buffer} */ content) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    })
  );

/** Most files of a server are smaller: each as a stream of its own would take longer than all that they hold. */
const small = 256 * 1024;

/** The first `size` bytes of a file, with zeros for what is missing of them. */
async function beginningOf(/** @type {import("node:fs/promises").FileHandle} */ file, /** @type {number} */ size) {
  const bytes = Buffer.alloc(size);
  for (let at = 0, read = 1; at < size && read > 0; at += read)
    ({ bytesRead: read } = await file.read(bytes, at, size - at, at));
  return bytes;
}

/** At most `size` bytes of what is read, and zeros for what is missing of them. */
async function* exactly(/** @type {AsyncIterable<Buffer>} */ bytes, /** @type {number} */ size) {
  let left = size;
  for await (const piece of bytes) {
    const wanted = piece.subarray(0, left);
    left -= wanted.length;
    yield wanted;
  }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536));
}

/**
 * Adds a file as long as it is when it is opened: PostgreSQL's change while they are read, and its log mends them.
 * @param {Pack} tar
 * @param {string} name in the archive
 * @param {string} path
 * @returns {Promise<boolean>} false where the file is no longer there
 */
export async function addFile(tar, name, path) {
  const file = await open(path).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!file) return false;
  try {
    const { size } = await file.stat();
    if (size <= small) await addEntry(tar, name, await beginningOf(file, size));
    else {
      const bytes = file.createReadStream({ autoClose: false, end: size - 1 });
      await pipeline(Readable.from(exactly(bytes, size)), tar.entry({ name, mode: 0o600, size }));
    }
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Writes a backup; the file has its name only when it is complete and on the disk.
 * @param {{ to: string, recipients: string[], about: About }} options `recipients`: public keys of age
 * @param {(tar: Pack) => Promise<void>} fill
 */
export async function writeBackup({ to, recipients, about }, fill) {
  if (existsSync(to)) throw new Plain(`${to} exists already; a backup overwrites nothing.`);
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const partial = `${to}.partial`;
  const tar = pack();
  const plain = tar.pipe(createGzip({ level: 1 }));
  const failure = new AbortController();
  const filled = (async () => {
    await addEntry(tar, "about.json", JSON.stringify(about));
    await fill(tar);
    tar.finalize();
  })().catch((error) => {
    failure.abort(error);
    throw error;
  });
  filled.catch(() => undefined); // it may fail before anybody waits for it, which is no reason to end the process
  try {
    const sealed = await encrypter.encrypt(/** @type {ReadableStream<Uint8Array>} */ (Readable.toWeb(plain)));
    const written = pipeline(
      Readable.fromWeb(/** @type {import("node:stream/web").ReadableStream} */ (sealed)),
      createWriteStream(partial, { mode: 0o600, flush: true }),
      { signal: failure.signal },
    );
    await Promise.all([filled, written]);
    await rename(partial, to);
  } catch (error) {
    tar.destroy();
    await filled.catch(() => undefined);
    await rm(partial, { force: true });
    throw failure.signal.aborted ? failure.signal.reason : error;
  }
}

const broken = (/** @type {unknown} */ cause) =>
  new Plain("This backup cannot be read: it is incomplete or was changed.", { cause });

/** Is it what the caller or the file system said, in contrast to what a broken archive leads to? */
const isOwn = (/** @type {unknown} */ error) =>
  error instanceof Plain || (error instanceof Error && "syscall" in error);

/** The content of one entry; where it cannot be read on, its reader is told what is wrong with the archive. */
async function* contentOf(/** @type {AsyncIterable<Buffer>} */ entry) {
  try {
    yield* entry;
  } catch (error) {
    throw isOwn(error) ? error : broken(error);
  }
}

/**
 * Reads a backup, entry by entry. Every piece is verified before it is given out, and that nothing is missing at the end: only
 * when this function returns has everything been read. What `begin` and its reader throw is thrown as it is.
 * @param {{ from: string, identity: string }} options `identity`: a private key of age
 * @param {(about: About) => Promise<(name: string, content: Readable) => Promise<void>>} begin what to do with each entry, once
 * it is known what the backup is
 */
export async function readBackup({ from, identity }, begin) {
  if (!existsSync(from)) throw new Plain(`There is no file ${from}.`);
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new Plain("The key is none of age: it begins with AGE-SECRET-KEY-1.");
  }
  const sealed = /** @type {ReadableStream<Uint8Array>} */ (Readable.toWeb(createReadStream(from)));
  const plain = await decrypter.decrypt(sealed).catch((error) => {
    if (isOwn(error)) throw error;
    throw new Plain(`${from} is no backup, or another key encrypted it.`);
  });
  const tar = extract();
  const whole = pipeline(
    Readable.fromWeb(/** @type {import("node:stream/web").ReadableStream} */ (plain)),
    createGunzip(),
    tar,
  );
  /** @type {{ error: unknown } | undefined} what the reader of the entries threw */
  let refused;
  const reader = (/** @type {() => Promise<any>} */ work) =>
    work().catch((error) => {
      refused = { error };
      throw error;
    });
  const read = (async () => {
    /** @type {((name: string, content: Readable) => Promise<void>) | undefined} */
    let take;
    for await (const entry of tar) {
      const content = Readable.from(contentOf(/** @type {AsyncIterable<Buffer>} */ (entry)));
      if (take) await reader(() => /** @type {NonNullable<typeof take>} */ (take)(entry.header.name, content));
      else {
        const about = JSON.parse(await textOf(content));
        take = await reader(() => begin(about));
      }
    }
    if (!take) throw broken("no entry");
  })();
  const [archive, entries] = await Promise.allSettled([whole, read]);
  if (refused) throw refused.error;
  const failed = [entries, archive].flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (failed.length > 0) throw failed.find(isOwn) ?? broken(failed.at(-1));
}

async function textOf(/** @type {Readable} */ content) {
  const pieces = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
