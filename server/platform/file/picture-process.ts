import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { mostPixels } from "./picture-parts.rules";

// A process of its own draws one picture: `draw-picture.ts` starts it with a limit of memory, gives the file to its
// standard input, and takes the drawn picture from its standard output. It holds no secret and no connection.

const longestSide = 2048;
/** Of a logo in a mail, which is shown at half of it. */
const inMail = { width: 440, height: 88 };
/** How it ends where the file cannot be drawn. */
const [unreadable, outOfMemory] = [2, 3];

// The picture can wait, those who ask cannot.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });

const upright = async () =>
  sharp(await buffer(process.stdin), { limitInputPixels: mostPixels, failOn: "error" }).rotate();

async function forScreens() {
  const size = { width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true } as const;
  return (await upright()).resize(size).webp({ quality: 82 }).toBuffer();
}

/** All are of one height, a wide one with room above and below: mail programs would squeeze it. */
async function forMails() {
  const { data, info } = await (await upright())
    .resize({ ...inMail, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const room = inMail.height - info.height;
  const top = Math.floor(room / 2);
  return sharp(data)
    .extend({ top, bottom: room - top, background: { r: 255, g: 255, b: 255, alpha: 0 } })
    .png()
    .toBuffer();
}

try {
  process.stdout.write(await (process.argv[2] === "png" ? forMails() : forScreens()));
} catch (error) {
  process.exitCode = /memory/i.test(String(error)) ? outOfMemory : unreadable;
}
