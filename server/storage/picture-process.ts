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

const isForMail = process.argv[2] === "png";
const size = isForMail ? inMail : { width: longestSide, height: longestSide };

try {
  const picture = sharp(await buffer(process.stdin), { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize({ ...size, fit: "inside", withoutEnlargement: true });
  const drawn = await (isForMail ? picture.png() : picture.webp({ quality: 82 })).toBuffer();
  process.stdout.write(drawn);
} catch (error) {
  process.exitCode = /memory/i.test(String(error)) ? outOfMemory : unreadable;
}
