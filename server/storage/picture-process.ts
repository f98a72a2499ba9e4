import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { mostPixels } from "./picture-parts.rules";

// A process of its own draws one picture: `draw-picture.ts` starts it with a limit of memory, gives the file to its
// standard input, and takes the drawn picture from its standard output. It holds no secret and no connection.

const longestSide = 2048;
/** How it ends where the file cannot be drawn. */
const [unreadable, outOfMemory] = [2, 3];

// The picture can wait, those who ask cannot.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });

try {
  const drawn = await sharp(await buffer(process.stdin), { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
  process.stdout.write(drawn);
} catch (error) {
  process.exitCode = /memory/i.test(String(error)) ? outOfMemory : unreadable;
}
